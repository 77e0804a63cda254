/** A draft as it is stored: packed lines of JSON, one for each feature, so that reading it holds nobody up. */
import { promisify } from 'node:util'
import { constants, gunzip, gzipSync } from 'node:zlib'
import type { CourseFeature, ReadCourse, Standing } from '@greensward/domain'
import { createBreather } from '../../platform/threads/breather.ts'

const unpack = promisify(gunzip)

type Line = { readonly feature: CourseFeature } | { readonly standing: Standing }

/** For a thread: packing a whole course takes a while. */
export const packDraft = ({ features, standing }: ReadCourse): Uint8Array => {
  const lines: readonly Line[] = [
    ...features.map(feature => ({ feature })),
    ...standing.map(one => ({ standing: one })),
  ]
  const text = lines.map(line => JSON.stringify(line)).join('\n')
  return gzipSync(text, { level: constants.Z_BEST_SPEED })
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** @returns undefined where it unpacks to more than `mostBytes` */
export const unpackDraft = async (content: Uint8Array, mostBytes: number): Promise<ReadCourse | undefined> => {
  let text: string
  try {
    text = (await unpack(content, { maxOutputLength: mostBytes })).toString('utf8')
  } catch (error) {
    if (isTooLarge(error)) return undefined
    throw error
  }
  const features: CourseFeature[] = []
  const standing: Standing[] = []
  const breathe = createBreather()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const read = JSON.parse(line) as Line
    if ('feature' in read) features.push(read.feature)
    else standing.push(read.standing)
    await breathe()
  }
  return { features, standing }
}
