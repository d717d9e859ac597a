import type { ArchiveFormat } from '../../../base/formats/formats'
import { foldedText, formatIn } from '../rules/rule-set'
import type { RejectionCode } from './codes'
import type { ReleaseVerdict } from './judge'

/** An accepted release that is not downloaded automatically; the user still may. */
export function refusedVerdict(
  verdict: ReleaseVerdict,
  reason: { code: RejectionCode; message: string },
): ReleaseVerdict {
  const refusal = { accepted: false, reason_code: reason.code, overrideable: true, reasons: [reason] }
  return { ...verdict, ...refusal, match_kind: 'none', satisfies: [] }
}

/**
 * Rejects a release that does not state one of the better formats. Without any, the file in the library is not
 * replaced.
 */
export function betterFormatOnly(
  verdict: ReleaseVerdict,
  title: string,
  better: readonly ArchiveFormat[],
): ReleaseVerdict {
  const format = formatIn(foldedText(title))
  if (better.length === 0 || !verdict.accepted || better.some((each) => each === format)) return verdict
  const wanted = better.map((each) => each.toUpperCase()).join(' or ')
  const message = format
    ? `Wrong format: ${format.toUpperCase()} (wanted: ${wanted})`
    : `Format not stated (wanted: ${wanted})`
  return refusedVerdict(verdict, { code: 'rejected.format_unwanted', message })
}
