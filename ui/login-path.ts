/** The address of the login page that returns to `from` afterwards. */
export function loginPath(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
}

/** The page to return to. Only local paths count, so that a link cannot lead to another site after the login. */
export function returnPath(redirect: string | undefined): string {
  return redirect?.startsWith('/') && !/^\/[\\/]/.test(redirect) && !redirect.startsWith('/login') ? redirect : '/'
}
