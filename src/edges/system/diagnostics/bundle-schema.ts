import { Type } from 'typebox'
import type { Option } from '../../../base/config/option'
import { optionNames, options } from '../../../base/config/options'
import { KNOWN_FORMATS } from '../../../base/formats/formats'
import { providerNames } from '../../../base/providers/descriptors'
import { clientTypes, stages } from '../../../intake/downloads/states'
import { indexerTypes } from '../../../intake/search/states'
import { failureKinds } from '../../../library/metadata/states'
import { contentTypes } from '../../../library/series/states'
import { noticeServices } from '../../notify/states'
import { checkIds, severities } from '../states'
import { buckets, journalModes, optionStates, platforms, sizes } from './states'

/**
 * All contents that a support bundle may have: fixed words, counts in buckets, versions. A bundle is checked against
 * this schema before it is sent, so no other content of the database can get into one.
 */

const one = <const T extends readonly string[]>(words: T) => Type.Enum([...words] as unknown as [...T])
const only = <P extends Type.TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

const Bucket = one(buckets)
const Version = Type.String({ pattern: '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}(?:-[a-z]{1,10}(?:\\.\\d{1,4})?)?$' })
const counted = <T extends readonly string[]>(kinds: T) => Type.Array(only({ kind: one(kinds), count: Bucket }))
const standing = <T extends readonly string[]>(kinds: T) =>
  Type.Array(only({ kind: one(kinds), count: Bucket, failing: Bucket }))

const choices = optionNames.flatMap((name) => {
  const option: Option = options[name]
  return option.type === 'choice' ? [...option.choices] : []
})

export const Sections = {
  build: only({ version: Version, platform: one(platforms), uptime_hours: Bucket }),
  library: only({
    series: counted(contentTypes),
    issues: Bucket,
    files: counted(KNOWN_FORMATS),
    gone: Bucket,
  }),
  database: only({ size: one(sizes), journal_mode: one(journalModes), migrations: Type.Integer({ minimum: 0 }) }),
  settings: Type.Array(
    only({
      name: one(optionNames),
      state: one(optionStates),
      value: Type.Optional(Type.Union([Type.Boolean(), one([...new Set(choices)])])),
    }),
  ),
  folders: Type.Array(
    only({
      role: one(['comics', 'manga', 'import', 'downloads', 'finished', 'nzb', 'torrents', 'backups', 'data'] as const),
      state: one(['there', 'missing', 'unreachable'] as const),
      writable: Type.Boolean(),
      free: one(sizes),
    }),
  ),
  tools: only({
    unrar: one(['ok', 'failing'] as const),
    '7z': one(['ok', 'failing'] as const),
    pdf: one(['ok', 'failing'] as const),
  }),
  health: Type.Array(only({ check: one(checkIds), gravity: one(severities), count: Bucket })),
  jobs: Type.Array(
    only({
      name: Type.String({ pattern: '^[a-z_]{1,40}$' }),
      state: one(['pending', 'accepted', 'error'] as const),
      paused: Type.Boolean(),
      failures_in_row: Bucket,
    }),
  ),
  downloads: counted(stages),
  clients: standing(clientTypes),
  indexers: standing([...indexerTypes, 'archive'] as const),
  providers: Type.Array(
    only({
      name: one(providerNames),
      state: one(['ready', 'waiting', 'blocked', 'off'] as const),
      failure: Type.Union([one(failureKinds), Type.Null()]),
    }),
  ),
  notices: standing(noticeServices),
  network: only({ listens_on_network: Type.Boolean(), catalog: Type.Boolean(), devices: Bucket }),
} as const

export type SectionName = keyof typeof Sections
