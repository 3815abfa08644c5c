#!/usr/bin/env python3
"""Measure `warplens serve` under the load of a classroom.

    tests/load/load.py [--browsers 100] [--every 20] [--seconds 60] [--program build/release/warplens] [--page build/web]

Each of the browsers loads the page and then sends a source of its own, different each time, at random moments, once in --every seconds
on average. They have addresses of their own (127.0.1.1 and so on). Prints a row of the table in README.md.
"""

import argparse
import http.client
import random
import subprocess
import threading
import time
import urllib.parse

KERNEL = """__global__ void own(float* values, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] * {factor}f + 1.0f;
}}
"""


class Browser(threading.Thread):
    def __init__(self, number, address, options):
        super().__init__()
        self.random = random.Random(number)
        self.source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.address, self.options, self.number = address, options, number
        self.page_seconds, self.seconds, self.lost = None, [], 0

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=120, source_address=(self.source, 0))
        try:
            connection.request(method, self.address.path + path, body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def run(self):
        began = time.monotonic()
        for name in ("", "page.js", "warplens.js", "warplens.wasm", "warplens.data"):
            status, _ = self.ask("GET", name)
            self.lost += status != 200
        self.page_seconds = time.monotonic() - began
        end = time.monotonic() + self.options.seconds
        compiles = 0
        while True:
            pause = self.random.expovariate(1 / self.options.every)
            if time.monotonic() + pause > end:
                return
            time.sleep(pause)
            compiles += 1
            sent = time.monotonic()
            try:
                status, body = self.ask("POST", "compile?name=own.cu&options=",
                                        KERNEL.format(factor=f"{self.number}.{compiles}"))
                self.lost += status != 200 or b".visible .entry" not in body
            except OSError:
                self.lost += 1
            self.seconds.append(time.monotonic() - sent)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--browsers", type=int, default=100)
    parser.add_argument("--every", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--program", default="build/release/warplens")
    parser.add_argument("--page", default="build/web")
    options = parser.parse_args()
    server = subprocess.Popen([options.program, "serve", "--port", "0", "--page", options.page], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        address = urllib.parse.urlparse(server.stdout.readline().strip())
        browsers = [Browser(k, address, options) for k in range(options.browsers)]
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
