import { Refusal } from '../../../../base/refusal'
import type { TemplateKind } from '../../../../library/filing/templates'
import { isFullPath } from '../../path-map'
import type { SettingsMove } from '../../source'
import { CATALOG_KEY } from './catalog'
import { oldClients } from './clients'
import { cutOffIndexers, type OldIndexer, oldIndexers, orderOf, servicesWithoutKey, usesServices } from './indexers'
import { type MylarSettings, mylarSettings } from './settings-file'

/** Applies the settings of Mylar to Panelkeep. */

const SWITCHES = ['annuals_on', 'autowant_upcoming', 'autowant_all', 'enable_rss', 'lowercase_filenames', 'replace_spaces', 'ignore_covers', 'use_minsize', 'use_maxsize', 'failed_download_handling', 'failed_auto', 'read2filename', 'enforce_perms', 'storyarcdir', 'copy2arcdir', 'upcoming_storyarcs', 'search_storyarcs', 'enable_meta', 'ct_tag_cr', 'cmtag_volume', 'cmtag_start_year_as_volume', 'enable_ddl', 'ddl_autoresume', 'post_processing', 'opds_enable', 'imp_move', 'enable_check_folder'] // biome-ignore format: one glance
const NUMBERS = ['search_delay', 'preferred_quality', 'minsize', 'maxsize', 'rss_checkinterval', 'search_interval', 'download_scan_interval', 'blocklist_timer', 'usenet_retention', 'minseeds', 'ddl_query_delay', 'opds_pagesize'] // biome-ignore format: one glance
const TEXTS = ['replace_char', 'chmod_dir', 'chmod_file', 'dupeconstraint', 'arc_fileops', 'ct_notes_format', 'file_opts', CATALOG_KEY] // biome-ignore format: one glance
/** Folder settings, by their name in Panelkeep. */
const FOLDERS = { storyarc_location: 'storyarc_location', grabbag_dir: 'grabbag_dir', check_folder: 'check_folder', ddl_location: 'ddl_location', comic_dir: 'import_dir', destination_dir: 'destination_dir' } // biome-ignore format: one glance
const TEMPLATES: Record<string, TemplateKind> = {
  folder_format: 'folder',
  file_format: 'file',
  arc_folderformat: 'arc',
}

/** Settings without a counterpart, with what replaces them. */
const WITHOUT: Record<string, string> = {
  weekfolder: 'Weekly folders are not supported; the calendar shows each week.',
  ddump: 'Replaced files go to the recycle folder of their library folder.',
  enable_32p: '32P was shut down.',
  torrent_seedbox: 'Seedboxes are not supported.',
  tab_enable: 'Tablets read through the catalog (OPDS).',
  prowl_enabled: 'Prowl is not supported. Add another notification.',
  boxcar_enabled: 'Boxcar was shut down. Add another notification.',
  pushbullet_enabled: 'Pushbullet is not supported. Add another notification.',
  mattermost_enabled: 'Mattermost is not supported. Add a webhook instead.',
  enable_getcomics: 'GetComics is not supported.',
  enable_external_server: 'External DDL servers are not supported.',
  enable_extra_scripts: 'Scripts are not taken over. Check the script and enter it again.',
  enable_snatch_script: 'Scripts at a grab are not supported.',
  enable_pre_scripts: 'Scripts before processing are not supported.',
  experimental: 'The experimental indexer was shut down.',
}

/** Notification services by the key that makes them usable. */
const NOTICES: Record<string, string[]> = {
  discord_webhook_url: ['discord_enabled', 'discord_onsnatch', 'discord_webhook_url'],
  slack_webhook_url: ['slack_enabled', 'slack_onsnatch', 'slack_webhook_url'],
  telegram_token: ['telegram_enabled', 'telegram_onsnatch', 'telegram_token', 'telegram_userid'],
  pushover_apikey: ['pushover_enabled', 'pushover_onsnatch', 'pushover_apikey', 'pushover_userkey', 'pushover_device', 'pushover_priority'], // biome-ignore format: one glance
  gotify_token: ['gotify_enabled', 'gotify_onsnatch', 'gotify_server_url', 'gotify_token'],
  email_server: ['email_enabled', 'email_from', 'email_to', 'email_server', 'email_user', 'email_password', 'email_port', 'email_enc', 'email_ongrab', 'email_onpost'], // biome-ignore format: one glance
}

export async function applyMylarSettings(settling: SettingsMove): Promise<string[]> {
  const settings = mylarSettings(settling.texts)
  if (!settings.isThere) return ['There was no readable config.ini, so no settings were taken over.']
  const mover = new SettingsMover(settings, settling)
  await mover.moveOptions()
  await mover.moveFolders()
  await mover.moveIndexers()
  await mover.moveClients()
  await mover.moveNotices()
  await mover.moveLogin()
  mover.nameWithout()
  return mover.sentences
}

class SettingsMover {
  readonly sentences: string[] = []

  constructor(
    private readonly old: MylarSettings,
    private readonly settling: SettingsMove,
  ) {}

  async moveOptions(): Promise<void> {
    const { old } = this
    const changes: Record<string, unknown> = {}
    for (const key of SWITCHES) if (old.text(key) !== null) changes[key] = old.flag(key, false)
    for (const key of NUMBERS) if (old.integer(key) !== null) changes[key] = old.integer(key)
    for (const key of TEXTS) if (old.text(key) !== null) changes[key] = old.text(key)
    if (old.text('rename_files') !== null) changes.rename_arrivals = old.flag('rename_files', false)
    if (old.text('zero_level') !== null)
      changes.zero_level_n = old.flag('zero_level', false) ? (old.text('zero_level_n') ?? 'none') : 'none'
    for (const [key, kind] of Object.entries(TEMPLATES)) {
      const template = old.text(key)
      if (template !== null) changes[key] = translateMylarTemplate(template, kind)
    }
    for (const [key, name] of [
      ['ignore_search_words', 'ignore_search_words'],
      ['ignored_publishers', 'ignored_publishers'],
      ['blacklisted_publishers', 'ignored_publishers'],
    ] as const)
      if (old.list(key).length > 0) changes[name] = old.list(key).join(', ')
    // A watched folder that does not exist on this machine must not be watched.
    delete changes.enable_check_folder
    await this.change(changes)
  }

  async moveFolders(): Promise<void> {
    const { old } = this
    const { localPath, settings } = this.settling
    const libraries = [old.text('destination_dir'), ...old.list('multiple_dest_dirs')].filter((path) => path !== null)
    const folders = [...new Set([...settings.libraryFolders(), ...libraries.filter(isFullPath).map(localPath)])]
    for (const folder of folders.slice(settings.libraryFolders().length)) {
      const now = settings.libraryFolders()
      await this.change({ comic_dirs: [...now, folder] })
    }
    for (const [key, name] of Object.entries(FOLDERS)) {
      const path = old.text(key)
      if (path !== null && isFullPath(path)) await this.change({ [name]: localPath(path) })
    }
    if (old.flag('enable_check_folder', false)) await this.change({ enable_check_folder: true })
    const blackhole = old.integer('nzb_downloader') === 2 ? old.text('blackhole_dir') : null
    if (blackhole !== null) await this.change({ blackhole_dir: localPath(blackhole) })
    const watched = old.flag('torrent_local', false) ? old.text('local_watchdir') : null
    if (watched !== null) await this.change({ local_watchdir: localPath(watched) })
  }

  async moveIndexers(): Promise<void> {
    const { old } = this
    const torrents = old.flag('enable_torznab', false) && old.flag('enable_torrent_search', false)
    await this.addIndexers('newznab', old.flag('newznab', false) || usesServices(old))
    await this.addIndexers('torznab', torrents)
    for (const name of cutOffIndexers(old))
      this.sentences.push(`The indexer ${name} was not taken over: its record is cut off. Add it under Indexers.`)
    for (const name of servicesWithoutKey(old))
      this.sentences.push(`${name} was not taken over: its API key is not in the file. Add it under Indexers.`)
  }

  private async addIndexers(type: 'newznab' | 'torznab', enabled: boolean): Promise<void> {
    const { indexers } = this.settling.settings
    const found = oldIndexers(this.old, type)
    if (found.length === 0) return
    const there = indexers.lists()[type].providers
    const order = orderOf(this.old)
    for (const each of found) {
      if (there.some(({ name, host }) => name === each.name || host === each.host.replace(/(?<!\/)\/+$/, ''))) continue
      const kept = indexers.lists()[type].providers.map(({ id, name, host }) => ({ id, name, host }))
      await this.attempt(`The indexer ${each.name}`, () =>
        indexers.replace({ type, enabled, providers: [...kept, entryOf(each, order(each.name))] }),
      )
    }
  }

  async moveClients(): Promise<void> {
    const { clients } = this.settling.settings
    const { clients: found, sentences } = oldClients(this.old)
    this.sentences.push(...sentences)
    for (const client of found) {
      const known = clients.lists().clients
      if (known.some(({ type, name }) => type === client.type || name === client.name)) continue
      await this.attempt(`The download client ${client.name}`, () => clients.add(client))
    }
  }

  async moveNotices(): Promise<void> {
    const { settings } = this.settling
    for (const [key, names] of Object.entries(NOTICES)) {
      if (this.old.text(key) === null || !settings.isUnset(key)) continue
      const values = names.flatMap((name) => {
        const text = this.old.text(name)
        if (text === null) return []
        return [[name, /^(?:true|false)$/i.test(text) ? this.old.flag(name, false) : (this.old.integer(name) ?? text)]]
      })
      const shown = Object.fromEntries(values)
      // Ids of digits are text.
      for (const name of ['telegram_userid', 'gotify_token', 'email_password'])
        if (name in shown) shown[name] = this.old.text(name)
      await this.change(shown)
    }
  }

  /** Moves the login, unless the library already has one. */
  async moveLogin(): Promise<void> {
    const { login } = this.settling.settings
    const [username, password] = [this.old.text('http_username'), this.old.text('http_password')]
    if (username !== null && password !== null && !login.isSet()) await login.save(username, password)
    else if (username !== null) this.sentences.push('The Panelkeep login is kept; the Mylar login is not copied.')
    if (this.old.text('api_key') !== null && this.old.flag('api_enabled', false))
      this.sentences.push('The API key of Panelkeep stays as it is. Enter it in the tools that used the key of Mylar.')
    if (this.old.text('opds_username') !== null)
      this.sentences.push(
        'Reading apps log in with the login of Panelkeep, or with a key of their own (Settings, Reading apps).',
      )
  }

  nameWithout(): void {
    for (const [key, sentence] of Object.entries(WITHOUT)) {
      const value = this.old.text(key)
      const isOn = value !== null && (isFullPath(value) || this.old.flag(key, false))
      if (isOn) this.sentences.push(sentence)
    }
    for (const key of this.old.undecoded)
      this.sentences.push(`The password ${key} could not be decoded. Enter it again.`)
  }

  /** Saves all changes at once, or one by one when Panelkeep refuses one of them. */
  private async change(changes: Record<string, unknown>): Promise<void> {
    const { settings } = this.settling
    const keys = Object.keys(changes)
    if (keys.length === 0) return
    try {
      await settings.change(changes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (keys.length === 1) this.sentences.push(`${keys[0]} was not taken over. ${error.detail}`)
      else for (const key of keys) await this.change({ [key]: changes[key] })
    }
  }

  private async attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.sentences.push(`${what} was not taken over. ${error.detail}`)
    }
  }
}

const entryOf = ({ name, host, verify, apikey, uid, categories, enabled }: OldIndexer, order: number | undefined) => ({
  name,
  host,
  verify,
  enabled,
  api_key: apikey,
  categories,
  ...(uid === null ? {} : { rss_uid: uid }),
  ...(order === undefined ? {} : { order }),
})

const WORDS: Record<TemplateKind, RegExp> = {
  folder: /\$(?!Series|series|Publisher|publisher|Imprint|Year|VolumeY|VolumeN|Type)[A-Za-z]+/g,
  file: /\$(?!Series|series|Publisher|publisher|Imprint|Year|VolumeY|VolumeN|Type|Issue|Annual|Title|monthname|month)[A-Za-z]+/g,
  arc: /\$(?!arc|spanyears|publisher)[A-Za-z]+/g,
}

/** Panelkeep knows the same words; a word without a value is left out together with its brackets. */
export function translateMylarTemplate(template: string, kind: TemplateKind): string {
  return template
    .replace(WORDS[kind], '')
    .replace(/[([{]\s*[)\]}]/g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/(?<!\s)\s+(?=[\\/]|$)/g, '')
    .trim()
}
