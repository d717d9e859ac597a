import { dirname, join } from 'node:path'
import type { Files } from '../../../base/platform/ports'
import { type Installation, installationOf, PACKAGE_FILE } from '../../system/updates/installation'

interface Environment {
  platform: string
  arch: string
  executable: string | undefined
}

/** How this copy was installed: packages put a file beside the executable. */
export async function installationHere(files: Files, environment: Environment): Promise<Installation> {
  const { executable } = environment
  const path = executable && join(dirname(executable), PACKAGE_FILE)
  const packaged =
    path && (await files.stat(path)) ? new TextDecoder().decode(await files.read(path)).trim() : undefined
  return installationOf({ ...environment, packaged })
}
