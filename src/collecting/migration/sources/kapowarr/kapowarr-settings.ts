import { options } from '../../../../base/config/options'
import { Refusal } from '../../../../base/refusal'
import { addLibraryFolders } from '../../library/add-library-folders'
import type { SettingsMove } from '../../source'
import { kapowarrRoots, kapowarrSetting } from './kapowarr-library'
import { paddingOf, translateKapowarrTemplate } from './kapowarr-names'

/** Applies root folders and name templates; keys and logins stay in Kapowarr. */
export async function applyKapowarrSettings(move: SettingsMove): Promise<string[]> {
  const warnings = await addLibraryFolders(kapowarrRoots(move.database), move)
  return [...warnings, ...(await applyNaming(move)), ...unsaved(move)]
}

async function applyNaming({ database, settings }: SettingsMove): Promise<string[]> {
  const now = settings.view()
  const warnings: string[] = []
  const change: Record<string, string> = {}
  const propose = (option: 'folder_format' | 'file_format', key: string) => {
    const template = kapowarrSetting(database, key)
    // Templates that the user already chose stay.
    if (template === null || now[option] !== options[option].default) return
    const translated = translateKapowarrTemplate(template)
    if (translated === undefined)
      warnings.push(`Kapowarr names files by "${template}", which has no equal here. Set it in Settings, Naming.`)
    else change[option] = translated
  }
  propose('folder_format', 'volume_folder_naming')
  propose('file_format', 'file_naming')
  const padding = paddingOf(kapowarrSetting(database, 'issue_padding'))
  if (padding !== undefined && now.zero_level_n === options.zero_level_n.default) change.zero_level_n = padding
  if (Object.keys(change).length === 0) return warnings
  try {
    await settings.change(change)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    warnings.push(`The names of Kapowarr were not taken over: ${error.detail}`)
  }
  return warnings
}

/** Sentences about stored keys. Only their presence is read, never their value. */
function unsaved({ database }: SettingsMove): string[] {
  return kapowarrSetting(database, 'comicvine_api_key') === null
    ? []
    : ['The ComicVine key stays in Kapowarr. Enter it in Settings, Metadata.']
}
