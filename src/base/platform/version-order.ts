/** Less than 0 when `a` came before `b`; undefined when one of them is not a version such as 1.2.3. */
export function versionOrder(a: string, b: string): number | undefined {
  const [first, second] = [plain(a), plain(b)]
  return first && second ? Bun.semver.order(first, second) : undefined
}

/** Removes the v at the beginning of tags. */
export function plain(version: string): string | undefined {
  const text = version.trim().replace(/^v/i, '')
  // The runtime cannot order larger numbers.
  return /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.-]+)?$/.test(text) ? text : undefined
}
