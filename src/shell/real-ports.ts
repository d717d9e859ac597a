import { systemNames } from '../platform/addresses'
import { systemClock } from '../platform/clock'
import { systemFiles } from '../platform/files'
import { systemHttp } from '../platform/http'
import { type LineLog, lineLog } from '../platform/log'
import type { LogBook } from '../platform/log-book'
import { systemMail } from '../platform/mail'
import { OWN_STYLE } from '../platform/paths'
import { patientFiles } from '../platform/patient-files'
import type { Ports } from '../platform/ports'
import { systemProcesses } from '../platform/processes'
import { systemPrograms } from '../platform/programs'
import { systemRandom } from '../platform/random'
import { systemTcp } from '../platform/tcp'
import { systemTransfers } from '../platform/transfers'

/** The machine itself. */
export function realPorts(book: LogBook): Ports & { log: LineLog } {
  return {
    clock: systemClock,
    random: systemRandom,
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
