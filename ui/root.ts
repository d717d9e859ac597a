/**
 * The base path behind a proxy, such as `/panelkeep`; usually empty. Pages never see it: it is added to addresses for
 * the browser and removed from addresses of the browser.
 */
let root = ''

/** Called once, before the first render. */
export function startUnder(folder: string): void {
  root = folder
}

/** The base path without a slash at its end: part of names in the browser's storage, since two Panelkeeps may share a host. */
export const rootPath = (): string => root

/** A local address with the base path. */
export function withRoot(address: string): string {
  const ours = /^\/(?!\/)/.test(address)
  return root === '' || !ours || isRooted(address) ? address : root + address
}

/** An address of the browser without the base path. */
export function withoutRoot(address: string): string {
  return root !== '' && isRooted(address) ? address.slice(root.length) || '/' : address
}

function isRooted(address: string): boolean {
  return address === root || ['/', '?', '#'].some((next) => address.startsWith(root + next))
}
