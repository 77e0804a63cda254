/** The whole map as it is sent, written and compressed once a revision, not once a reader. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { CourseFeature, CourseMap } from '@greensward/domain'
import { jsonInSlices } from '../../platform/threads/jsonInSlices.ts'

const compress = promisify(gzip)

/** The part that everybody with the right to see the course sees; the rest is for those who run it. */
export const isPublicKind = ({ kind }: CourseFeature): boolean => kind === 'hole' || kind === 'road'

export interface MapBody {
  readonly etag: string
  readonly plain: Buffer
  readonly gzipped: Buffer
}

export interface MapBodies {
  /** @param everything false leaves holes and roads only */
  of(map: CourseMap, everything: boolean): Promise<MapBody>
}

export const createMapBodies = (): MapBodies => {
  let known: CourseMap | undefined
  let bodies = new Map<boolean, Promise<MapBody>>()

  const write = async (map: CourseMap, everything: boolean): Promise<MapBody> => {
    const features = everything ? map.features : map.features.filter(isPublicKind)
    const plain = Buffer.from(await jsonInSlices({ code: 200, result: { revision: map.revision, features } }))
    // The hash tells apart two databases that stand at the same revision.
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 12)
    const gzipped = await compress(plain, { level: constants.Z_BEST_SPEED })
    return { etag: `"${map.revision}-${hash}"`, plain, gzipped }
  }

  return {
    of: (map, everything) => {
      if (known !== map) {
        known = map
        bodies = new Map()
      }
      const body = bodies.get(everything) ?? write(map, everything)
      bodies.set(everything, body)
      return body
    },
  }
}
