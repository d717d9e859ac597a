import { exec } from 'preact-iso/router'
import { findPage, preloadPage } from './router'
import { checkSession } from './state/session'

/** A page whose replies take longer than this after its code is here is drawn without them. */
const MOST_MS = 500

export type FirstPage = {
  /** When the page has all that it opens with. */
  opened: Promise<unknown>
  /** When the page is to be drawn. */
  drawable: Promise<unknown>
}

/**
 * Fetches the session and the code of the first page. If the HTML `named` the requests of the page, browsers have sent
 * them already: the page is then drawn once, with their replies. A slow phone needs a second to draw it piece by piece.
 */
export function openFirstPage(path: string, named: boolean): FirstPage {
  const needs = [checkSession(named), preloadPage(path)]
  if (!named) return { opened: Promise.allSettled(needs), drawable: Promise.resolve() }
  const opened = Promise.allSettled([...needs, fetchReplies(path)])
  const late = Promise.allSettled(needs).then(() => new Promise((resolve) => setTimeout(resolve, MOST_MS)))
  return { opened, drawable: Promise.race([opened, late]) }
}

async function fetchReplies(path: string): Promise<void> {
  const page = findPage(path)
  const found = page && exec(path, page.path, { path, query: {}, params: {} })
  if (found) await page.open?.(found.params)
}
