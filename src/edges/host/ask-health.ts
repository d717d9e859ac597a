import { systemFiles } from '../../base/platform/files'
import { systemHttp } from '../../base/platform/http'
import { dataDirectory, layout } from './data-directory'
import { instanceLock } from './instance-lock'

/** Whether the Panelkeep of a data directory runs and responds: for containers and watchdogs. */
export async function askHealth(
  dataDir: string | undefined,
  environment: Parameters<typeof dataDirectory>[1],
): Promise<{ isWell: boolean; sentence: string }> {
  const at = layout(dataDirectory(dataDir, environment))
  const there = await instanceLock.answering({ files: systemFiles, http: systemHttp }, at)
  return there
    ? { isWell: true, sentence: `Panelkeep responds at ${there.url}` }
    : { isWell: false, sentence: `No Panelkeep with the data folder ${at.dataDir} responds.` }
}
