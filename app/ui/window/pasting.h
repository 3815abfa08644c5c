#pragma once

namespace warplens::ui {

struct App;

/// Open the kernel or the program that the clipboard holds, with its source wide. If there is none, a notice says so.
void open_clipboard(App& app);

/// The button for those who come with code: opens the clipboard's kernel or, if there is none, an empty one to write in. A page,
/// which may not read the clipboard, asks for the code instead (App::ask_for_code).
void paste_kernel(App& app);

}  // namespace warplens::ui
