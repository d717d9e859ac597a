/** Less than 0 when `a` came before `b`; undefined when one of them is no version such as 1.2.3. */
export function versionOrder(a: string, b: string): number | undefined {
  const [first, second] = [plain(a), plain(b)]
  return first && second ? Bun.semver.order(first, second) : undefined
}

/** Without the v that tags begin with. */
export function plain(version: string): string | undefined {
  const text = version.trim().replace(/^v/i, '')
  // Of larger numbers the runtime makes no order.
  return /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.-]+)?$/.test(text) ? text : undefined
}
