import { reply } from '../../../base/http/errors'
import { type BundleCode, BundleFault, CONTRACT_VERSION, type SupportBundle } from './bundle'

const STATUS: Record<BundleCode, number> = {
  support_bundle_in_progress: 409,
  support_bundle_unavailable: 503,
  support_bundle_validation_failed: 500,
  support_bundle_generation_failed: 500,
}
const RETRY_AFTER_S = 2

/** The bundle as a file, or an error in the form that existing tools expect. */
export async function supportBundleReply(bundle: SupportBundle): Promise<Response> {
  try {
    const { zip, status } = await bundle.make()
    return new Response(zip, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="service-support-bundle-v1.zip"',
        'Cache-Control': 'no-store',
        'X-Support-Bundle-Contract-Version': String(CONTRACT_VERSION),
        'X-Support-Bundle-Status': status,
      },
    })
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error
    const { code, detail } = error
    const retryable = code !== 'support_bundle_validation_failed'
    const wait: Record<string, string> = STATUS[code] === 409 ? { 'Retry-After': String(RETRY_AFTER_S) } : {}
    return reply(STATUS[code], { detail, code, retryable }, wait)
  }
}
