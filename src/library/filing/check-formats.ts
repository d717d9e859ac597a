import type { OptionValues } from '../../base/config/options'
import { Refusal } from '../../base/refusal'
import { templateProblems } from './templates'

/** Problems of templates: files of different issues get the same name, or a placeholder is unknown. Throws Refusal. */
export function checkFormats({ folder_format, file_format, arc_folderformat }: Partial<OptionValues>): void {
  const problems = [
    ...(folder_format === undefined ? [] : templateProblems(folder_format, 'folder')),
    ...(file_format === undefined ? [] : templateProblems(file_format, 'file')),
    ...(arc_folderformat === undefined ? [] : templateProblems(arc_folderformat, 'arc')),
  ]
  if (problems[0]) throw new Refusal('invalid', problems[0])
}
