// Runs before every test file. Browser globals for page tests are set up there, not here: most tests need none.
export {}
