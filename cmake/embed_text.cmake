# cmake -DINPUT=FILE -DOUTPUT=FILE.cpp -DNAMESPACE=A::B -DVARIABLE=NAME -P embed_text.cmake: a C++ source that defines the variable as the
# text of a file.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "namespace ${NAMESPACE} {\nextern const char* const ${VARIABLE};\nconst char* const ${VARIABLE} = R\"embedded(${text})embedded\";\n}\n")
