import { disk } from '../src/testing/disks/disk'
import { seededRandom } from './random'
import { faultOf, invent, openHarness, shown } from './requests'
import type { Soak } from './soak'

const SEED = 21

export const soak: Soak = {
  name: 'full-disk',
  about: 'random requests to every path while database and disks are full; failed writes get 503 with a sentence',
  full: 20_000,
  async run(amount, report) {
    let isFull = false
    const harness = await openHarness({ files: fullWhile(() => isFull) })
    const { db } = harness.app
    const write = db.write.bind(db)
    db.write = (work) => {
      if (isFull) throw coded('SQLITE_FULL', 'database or disk is full')
      return write(work)
    }
    try {
      const random = seededRandom(SEED)
      let refused = 0
      for (let round = 1; round <= amount; round++) {
        const { operation, sent, who } = invent(harness, random)
        isFull = true
        const reply = await harness.send(sent)
        const refusal = reply.status >= 400 ? reply.clone() : undefined
        const fault = (await faultOf(harness, operation, sent, reply)) ?? (refusal && (await slipIn(refusal)))
        isFull = false
        if (reply.status === 503) refused++
        if (fault) throw new Error(`${fault}\n${who}, round ${round} of seed ${SEED}: ${shown(sent)}`)
        if (round % 200 === 0) await harness.renew()
      }
      if (refused === 0) throw new Error('No request was refused, so the disk was not full.')
      report(`${amount.toLocaleString('en')} requests, ${refused.toLocaleString('en')} refused with 503`)
    } finally {
      isFull = false
      await harness.close()
    }
  },
}

const coded = (code: string, message: string) => Object.assign(new Error(`${code}: ${message}`), { code })

/** Error codes of the operating system, which must not appear in a sentence. */
async function slipIn(reply: Response): Promise<string | undefined> {
  const text = await reply.text()
  return /ENOSPC|EDQUOT|SQLITE_/.test(text) ? `${reply.status} with the error code of the system: ${text}` : undefined
}

/** A file system that rejects writes while the disk is full. */
function fullWhile(isFull: () => boolean): typeof disk {
  const refusing = <Args extends unknown[], T>(act: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      if (isFull()) throw coded('ENOSPC', 'no space left on device')
      return act(...args)
    }
  }
  const { write, create, extend, copy, makeFolder, place, link, tryRoom } = disk
  return {
    ...disk,
    write: refusing(write),
    create: refusing(create),
    extend: refusing(extend),
    copy: refusing(copy),
    makeFolder: refusing(makeFolder),
    place: refusing(place),
    link: refusing(link),
    tryRoom: refusing(tryRoom),
  }
}
