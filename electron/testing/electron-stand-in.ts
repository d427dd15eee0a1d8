// Takes the place of the `electron` package in unit tests: resolving the real one tries to download its runtime. What is
// tested there needs nothing from it at run time.
export {};
