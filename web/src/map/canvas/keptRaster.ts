/** Whole rasters on the device, for a tablet that loses its network. A file never changes under its address. */

/** A larger picture is read by ranges only, and is not there without a network. */
const MOST_BYTES = 160 * 1024 ** 2
const AGAIN_MS = 60_000

/** Secure contexts have caches; a course's plain-HTTP intranet has none. */
const isPossible = 'caches' in globalThis

export const keptRaster = async (keptIn: string | null, address: string): Promise<Blob | null> => {
  if (keptIn === null || !isPossible) return null
  const found = await (await caches.open(keptIn)).match(address)
  return found === undefined ? null : found.blob()
}

/** @throws where the network broke off, or the disk is full */
const fetched = async (keptIn: string, address: string, key: string | undefined): Promise<void> => {
  const answer = await fetch(address, { headers: key === undefined ? {} : { 'x-api-key': key } })
  const sizeBytes = Number(answer.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!answer.ok || sizeBytes > MOST_BYTES) {
    await answer.body?.cancel()
    return
  }
  // Without the headers of the answer: it is found again whoever asks.
  await (await caches.open(keptIn)).put(address, new Response(answer.body))
}

/**
 * Fetches the file whole, in one request, and tries again until it is here.
 * @returns null where it cannot be kept
 */
export const keepRaster = async (
  keptIn: string,
  address: string,
  key: () => string | undefined,
): Promise<Blob | null> => {
  if (!isPossible) return null
  for (;;) {
    try {
      await fetched(keptIn, address, key())
      return await keptRaster(keptIn, address)
    } catch {
      await new Promise(done => setTimeout(done, AGAIN_MS))
    }
  }
}

/** Takes away all that is kept, or all but these. */
export const forgetRasters = async (keptIn: string, but: readonly string[] = []): Promise<void> => {
  if (!isPossible) return
  const cache = await caches.open(keptIn)
  for (const request of await cache.keys())
    if (!but.some(address => new URL(request.url).pathname === address)) await cache.delete(request)
}
