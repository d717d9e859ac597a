/**
 * The folder that a proxy gives Panelkeep, such as `/panelkeep`; none as a rule. Pages know nothing of it: it is put
 * before addresses where they leave for the browser, and taken off where they come from it.
 */
let root = ''

/** Called once, before anything is drawn. */
export function startUnder(folder: string): void {
  root = folder
}

/** An address of this house as the browser needs it. */
export function rooted(address: string): string {
  const ours = /^\/(?!\/)/.test(address)
  return root === '' || !ours || isRooted(address) ? address : root + address
}

/** An address of the browser as the pages know it. */
export function unrooted(address: string): string {
  return root !== '' && isRooted(address) ? address.slice(root.length) || '/' : address
}

function isRooted(address: string): boolean {
  return address === root || ['/', '?', '#'].some((next) => address.startsWith(root + next))
}
