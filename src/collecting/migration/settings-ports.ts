import type { Config } from '../../base/config/config'
import type { SettingsService } from '../../base/config/service'
import type { Passwords } from '../../base/platform/ports'
import type { ClientSetup } from '../../intake/downloads/clients/service'
import type { IndexerSettings } from '../../intake/search/indexers/settings'
import type { SettingsPorts } from './source'

interface Deps {
  config: Pick<Config, 'get' | 'hasLogin' | 'saveCredentials'>
  settings: SettingsService
  passwords: Passwords
  indexers: IndexerSettings
  clients: ClientSetup
}

/** Whether the password is a hash, which a login verifies and replaces by a hash of Panelkeep. */
const isHash = (password: string) => /^\$(?:argon2id?|2[aby])\$/.test(password)

/** Writes the settings of a source into those of this library. */
export function settingsPorts({ config, settings, passwords, indexers, clients }: Deps): SettingsPorts {
  return {
    view: () => settings.view(),
    change: (changes) => settings.change(changes),
    isUnset(key) {
      const view = settings.view()
      const value = view[`${key}_set`] ?? view[key]
      return value === undefined || value === false || value === ''
    },
    libraryFolders: () => config.get('comic_dirs'),
    indexers,
    clients,
    login: {
      isSet: () => config.hasLogin,
      async save(username, password) {
        const passwordHash = isHash(password) ? password : await passwords.hash(password)
        await config.saveCredentials({ username, passwordHash })
      },
    },
  }
}
