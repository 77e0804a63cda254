/** Whole pictures from the air on the tablet, for when it loses its network. A file never changes under its address. */

const KEPT_IN = 'greensward-rasters'
/** A larger picture is read by ranges only, and is not there without a network. */
const MOST_BYTES = 160 * 1024 ** 2
const AGAIN_MS = 60_000

/** Secure contexts have caches; a course's plain-HTTP intranet has none. */
const isPossible = 'caches' in globalThis

const found = async (address: string): Promise<Blob | null> => {
  const answer = await (await caches.open(KEPT_IN)).match(address)
  return answer === undefined ? null : answer.blob()
}

/** @throws where the network broke off, or the disk is full */
const fetched = async (address: string, key: string): Promise<void> => {
  const answer = await fetch(address, { headers: { 'x-api-key': key } })
  const sizeBytes = Number(answer.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!answer.ok || sizeBytes > MOST_BYTES) {
    await answer.body?.cancel()
    return
  }
  // Without the headers of the answer: every later request finds it.
  await (await caches.open(KEPT_IN)).put(address, new Response(answer.body))
}

/**
 * The picture from the tablet itself, or null and once more when it was fetched, whole and in one request.
 * @param key of the tablet
 */
export const keptRaster = async (address: string, key: string, give: (whole: Blob | null) => void): Promise<void> => {
  const known = isPossible ? await found(address).catch(() => null) : null
  give(known)
  for (let isMissing = isPossible && known === null; isMissing; ) {
    try {
      await fetched(address, key)
      const whole = await found(address)
      if (whole !== null) give(whole)
      isMissing = false
    } catch {
      await new Promise(done => setTimeout(done, AGAIN_MS))
    }
  }
}

/** Takes away all that is kept, or all but these. */
export const forgetRasters = async (but: readonly string[] = []): Promise<void> => {
  if (!isPossible) return
  const cache = await caches.open(KEPT_IN)
  for (const request of await cache.keys())
    if (!but.some(address => new URL(request.url).pathname === address)) await cache.delete(request)
}
