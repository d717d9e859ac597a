import { resolve } from 'node:path'
import type { Config } from '../../../base/config/config'
import type { OptionValues } from '../../../base/config/options'
import { Refusal } from '../../../base/refusal'

/**
 * Refuses one folder for both kinds, whose files would be proposed twice. A folder of one kind inside one of the other
 * is fine: a scan of the outer one leaves it out. Throws Refusal.
 */
export function checkKinds(config: Pick<Config, 'get'>): (changes: Partial<OptionValues>) => void {
  return ({ comic_dirs, manga_dirs }) => {
    if (comic_dirs === undefined && manga_dirs === undefined) return
    const comics = new Set((comic_dirs ?? config.get('comic_dirs')).map((path) => resolve(path)))
    const both = (manga_dirs ?? config.get('manga_dirs')).find((path) => comics.has(resolve(path)))
    if (both === undefined) return
    const kind = manga_dirs === undefined ? 'manga' : 'comics'
    throw new Refusal('invalid', `${both} is a ${kind} folder already. Choose a folder of its own for each kind.`)
  }
}
