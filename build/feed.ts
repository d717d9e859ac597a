import type { KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import { sha256 } from '../src/base/platform/digest'
import { CHANGELOG } from '../src/base/version'
import { readChangelog } from '../src/edges/system/changelog'
import { FEED_FORMAT, type UpdateFeed } from '../src/edges/system/updates/feed'
import { updateStatement } from '../src/edges/system/updates/signature'
import { signatureOf } from './signing'

/**
 * The feed that running copies read (option `update_feed`): published beside the files of the release. `files`
 * has the update file for each target.
 */
export async function updateFeed(
  version: string,
  files: Readonly<Record<string, string>>,
  key: KeyObject,
): Promise<string> {
  const artefacts: UpdateFeed['artefacts'] = {}
  for (const [target, path] of Object.entries(files)) {
    const content = await Bun.file(path).bytes()
    const facts = { size: content.length, sha256: sha256(content) }
    artefacts[target] = {
      url: basename(path),
      ...facts,
      signature: signatureOf(key, updateStatement(version, target, facts)),
    }
  }
  const notes = readChangelog(CHANGELOG).find((section) => section.version === version)?.bullets ?? []
  const feed: UpdateFeed = { panelkeep: FEED_FORMAT, version, notes, artefacts }
  return `${JSON.stringify(feed, null, 2)}\n`
}
