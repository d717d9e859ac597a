import { systemNames } from '../../base/platform/addresses'
import { systemClock } from '../../base/platform/clock'
import { systemFiles } from '../../base/platform/files'
import { systemHttp } from '../../base/platform/http'
import { type LineLog, lineLog } from '../../base/platform/log'
import type { LogBook } from '../../base/platform/log-book'
import { systemMail } from '../../base/platform/mail'
import { systemPasswords } from '../../base/platform/passwords'
import { OWN_STYLE } from '../../base/platform/paths'
import { patientFiles } from '../../base/platform/patient-files'
import type { Ports } from '../../base/platform/ports'
import { systemProcesses } from '../../base/platform/processes'
import { systemPrograms } from '../../base/platform/programs'
import { systemRandom } from '../../base/platform/random'
import { systemTcp } from '../../base/platform/tcp'
import { systemTransfers } from '../../base/platform/transfers'

/** The ports of the real machine. */
export function realPorts(book: LogBook): Ports & { log: LineLog } {
  return {
    clock: systemClock,
    random: systemRandom,
    passwords: systemPasswords,
    http: systemHttp,
    transfers: systemTransfers,
    tcp: systemTcp,
    names: systemNames,
    files: patientFiles(systemFiles, { wait: systemClock.after, isWindows: OWN_STYLE === 'windows' }),
    processes: systemProcesses,
    programs: systemPrograms,
    mail: systemMail,
    log: lineLog(systemClock.now, book.take),
  }
}
