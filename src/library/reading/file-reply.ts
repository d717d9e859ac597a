import { fromMs, httpDate } from '../../base/platform/clock'
import { sha256 } from '../../base/platform/digest'
import type { Files } from '../../base/platform/ports'
import { isUnchanged } from './conditional'
import { attachment, downloadName } from './download-name'
import type { FileSource } from './source'

/** The file itself, as a download. The runtime handles Range. */
export function fileReply(
  request: Request,
  source: Pick<FileSource, 'path' | 'version' | 'modifiedMs'> & { file: Pick<FileSource['file'], 'path' | 'format'> },
  files: Pick<Files, 'blob'>,
  mediaType: string,
): Response {
  const { file, path, version, modifiedMs } = source
  const etag = `"${sha256(`${version} ${path}`).slice(0, 32)}"`
  const modified = httpDate(fromMs(modifiedMs))
  const headers: Record<string, string> = {
    ETag: etag,
    'Last-Modified': modified,
    'Cache-Control': 'private, no-cache',
  }
  if (isUnchanged(request, { etags: [etag], modified })) return new Response(null, { status: 304, headers })
  headers['Content-Type'] = mediaType
  headers['Content-Disposition'] = attachment(downloadName(file))
  // With Range the runtime sends this header itself, and would send it twice.
  if (!request.headers.has('range')) headers['Accept-Ranges'] = 'bytes'
  return new Response(files.blob(path), { headers })
}
