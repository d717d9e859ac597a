import type { Asset } from '../../base/http/static'

const RESCUE_PAGE = '/rescue.html'

/** The pages of a normal run, without the rescue page. */
export const withoutRescue = (pages: Asset[]) => pages.filter(({ path }) => path !== RESCUE_PAGE)

/** The rescue page as the index page, with its files. */
export function onlyRescue(pages: Asset[]): Asset[] {
  const page = pages.find(({ path }) => path === RESCUE_PAGE)
  const files = pages.filter(({ path }) => !path.endsWith('.html'))
  return page ? [...files, { ...page, path: '/index.html' }] : files
}
