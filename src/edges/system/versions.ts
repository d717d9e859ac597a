import type { Config } from '../../base/config/config'
import type { Clock } from '../../base/platform/ports'
import { plain, versionOrder } from '../../base/platform/version-order'
import { legacy } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { type Section, sectionsBetween } from './changelog'
import { findOwnVersion, keepOwnVersion, type OwnVersion } from './store'
import type { FeedClient } from './updates/feed-client'
import type { InstallKind } from './updates/states'

interface Deps {
  db: Database
  clock: Clock
  feed: Pick<FeedClient, 'read'>
  config: Pick<Config, 'get'>
  /** The running version. */
  version: string
  installKind: InstallKind
  changes: readonly Section[]
  /** Adds a notice of a newer version, once for each version. */
  newer: (tx: Tx, found: { version: string; at: string | null }) => void
}

/**
 * The running version, the latest version and its changes. No request is sent without an update feed in the settings.
 */
export class Versions {
  constructor(private readonly deps: Deps) {}

  read() {
    const { version, config, installKind } = this.deps
    const known = findOwnVersion(this.deps.db.read)
    const { latest = null, latest_name = null, latest_url = null, checked_at = null, error = null } = known ?? {}
    const order = latest === null ? undefined : versionOrder(version, latest)
    const state = order === undefined ? 'unknown' : order < 0 ? 'behind' : order > 0 ? 'ahead' : 'up_to_date'
    const feed = config.get('update_feed') !== ''
    const unchecked = checked_at === null ? 'never_checked' : null
    const reason = !feed ? 'no_update_feed' : error !== null ? 'check_failed' : unchecked
    return {
      current_version: version,
      current_version_name: `v${version}`,
      current_release_name: `Panelkeep ${version}`,
      latest_version: latest,
      release_version: latest,
      release_name: latest_name,
      release_url: latest_url,
      update_state: state as 'unknown' | 'behind' | 'ahead' | 'up_to_date',
      update_reason: reason,
      update_error: feed ? error : null,
      checked_at,
      install_type: installKind,
      current_branch: null,
      commits_behind: null,
      build: { id: null, commit: null, release: version, version, source: 'runtime', verified: false },
      pending_whats_new: this.pending(),
    }
  }

  /** Reads the update feed; on failure the earlier values stay, with the reason. */
  async check() {
    const { db, clock, config, version } = this.deps
    const feed = config.get('update_feed')
    if (feed === '')
      return { ...this.read(), message: 'No update feed is set, so Panelkeep does not check for updates.' }
    const known = findOwnVersion(db.read)
    const answer = await this.ask(feed, known?.latest_artefacts ? known.etag : null)
    db.write((tx) => {
      keepOwnVersion(tx, { last_seen: known?.last_seen ?? version, checked_at: clock.now(), ...answer })
      const { latest, latest_url = null } = answer
      if (latest == null || latest === known?.latest) return
      if ((versionOrder(version, latest) ?? 0) < 0) this.deps.newer(tx, { version: latest, at: latest_url })
    })
    return this.read()
  }

  notes({ after, through }: { after?: string; through?: string }): { sections: Section[] } {
    const [from, to] = [plain(after ?? ''), plain(through ?? '')]
    if (from && to) return { sections: sectionsBetween(this.deps.changes, from, to) }
    const detail = `Say which versions: ${from ? 'through' : 'after'} is missing or no version such as 1.2.3.`
    throw legacy('invalid', detail)
  }

  archive() {
    const { version, changes } = this.deps
    return { sections: [...changes], pending: this.pending(), current: version, last_seen: this.lastSeen() }
  }

  dismiss(): { success: true; last_seen_version: string } {
    const { db, version } = this.deps
    db.write((tx) => keepOwnVersion(tx, { last_seen: version }))
    return { success: true, last_seen_version: version }
  }

  /** Call at the start: a first run has no news. */
  begin(): void {
    const { db, version } = this.deps
    if (!findOwnVersion(db.read)) db.write((tx) => keepOwnVersion(tx, { last_seen: version }))
  }

  private lastSeen(): string {
    return findOwnVersion(this.deps.db.read)?.last_seen ?? this.deps.version
  }

  private pending(): { from: string; to: string } | null {
    const { version, changes } = this.deps
    const from = this.lastSeen()
    return sectionsBetween(changes, from, version).length > 0 ? { from, to: version } : null
  }

  private async ask(feed: string, etag: string | null): Promise<Partial<OwnVersion>> {
    const answer = await this.deps.feed.read(feed, etag)
    if (answer === 'unchanged') return { error: null }
    if ('error' in answer) return answer
    const { version, name, page, notes, artefacts } = answer.release
    return {
      latest: version,
      latest_name: name,
      latest_url: page,
      latest_notes: notes,
      latest_artefacts: artefacts,
      etag: answer.etag,
      error: null,
    }
  }
}
