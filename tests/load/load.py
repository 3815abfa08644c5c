#!/usr/bin/env python3
"""Measure `warplens serve` under the load of a classroom.

    tests/load/load.py [--browsers 100] [--every 20] [--seconds 60] [--program build/release/warplens] [--page build/page]

Each of the browsers loads the page. Then it sends launches (traced and checked: counter, histogram or increment, those of
launch_request.cpp), at random moments, once in --every seconds on average. They have addresses of their own (127.0.1.1 and so on).
Prints a row of a table in README.md.
"""

import argparse
import http.client
import pathlib
import random
import subprocess
import threading
import time
import urllib.parse
import uuid

LAUNCHES = ("counter", "histogram", "increment")
GREETING = 32  # bytes
RESULT, STATE = 8, 7  # remote::MessageKind, the first byte behind both sizes of a frame


class Browser(threading.Thread):
    def __init__(self, number, address, requests, options):
        super().__init__()
        self.random = random.Random(number)
        self.source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.address, self.requests, self.options, self.number = address, requests, options, number
        self.page_seconds, self.seconds, self.lost = None, [], 0
        self.connection = None

    def ask(self, method, path, body=None):
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=120,
                                                         source_address=(self.source, 0))
        try:
            self.connection.request(method, self.address.path + path, body)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (http.client.RemoteDisconnected, ConnectionError):  # an idle connection is closed after a second
            again, self.connection = self.connection is not None, None
            if not again:
                raise
            return self.ask(method, path, body)

    def run_launch(self):
        name = uuid.uuid4().hex
        status, body = self.ask("POST", f"run?id={name}", self.random.choice(self.requests))
        while status == 200 and body[GREETING + 8] == STATE:
            status, body = self.ask("GET", f"wait?id={name}")
        return status == 200 and body[GREETING + 8] == RESULT

    def run(self):
        began = time.monotonic()
        for name in ("", "page.js", "warplens.js", "warplens.wasm", "warplens.data"):
            status, _ = self.ask("GET", name)
            self.lost += status != 200
        self.page_seconds = time.monotonic() - began
        end = time.monotonic() + self.options.seconds
        while True:
            pause = self.random.expovariate(1 / self.options.every)
            if time.monotonic() + pause > end:
                return
            time.sleep(pause)
            sent = time.monotonic()
            try:
                self.lost += not self.run_launch()
            except OSError:
                self.lost += 1
            self.seconds.append(time.monotonic() - sent)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--browsers", type=int, default=100)
    parser.add_argument("--every", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--program", default="build/release/warplens")
    parser.add_argument("--page", default="build/page")
    options = parser.parse_args()
    requests = [subprocess.run([pathlib.Path(options.program).parent / "warplens_launch_request", name], check=True,
                               capture_output=True).stdout for name in LAUNCHES]
    server = subprocess.Popen([options.program, "serve", "--port", "0", "--page", options.page, "--device", "simt"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = urllib.parse.urlparse(server.stdout.readline().strip())
        browsers = [Browser(k, address, requests, options) for k in range(options.browsers)]
        for browser in browsers:
            browser.start()
        for browser in browsers:
            browser.join()
    finally:
        server.terminate()
        server.wait()
    seconds = sorted(each for browser in browsers for each in browser.seconds)
    means = sorted(sum(browser.seconds) / len(browser.seconds) for browser in browsers if browser.seconds)
    pages = sorted(browser.page_seconds for browser in browsers)
    at = lambda values, share: values[min(len(values) - 1, int(share * len(values)))]
    print(f"| {options.browsers} | {options.every:g} s | {len(seconds)} | {at(seconds, 0.5):.2f} s | {at(seconds, 0.99):.2f} s | "
          f"{at(means, 0.05):.2f} to {at(means, 0.95):.2f} s | {sum(browser.lost for browser in browsers)} | "
          f"{at(pages, 0.5):.1f} s, {pages[-1]:.1f} s |")


main()
