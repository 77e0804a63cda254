/** The paths of rasters and of their uploads; we name all of them. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const rasterFolder = (sharedDir: string): string => join(sharedDir, 'rasters')

const uploadFolder = (sharedDir: string): string => join(rasterFolder(sharedDir), 'uploads')

export const uploadPath = (sharedDir: string, id: string): string => join(uploadFolder(sharedDir), `${id}.part`)

export const RELIEFS = ['hillshade', 'slope'] as const
export type Relief = (typeof RELIEFS)[number]

/** @param picture `own` is the raster itself */
export const picturePath = (sharedDir: string, fileName: string, picture: 'own' | Relief): string =>
  join(rasterFolder(sharedDir), picture === 'own' ? fileName : fileName.replace(/\.tif$/, `.${picture}.tif`))

/** Undefined where the file is missing. */
export const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}

/** When the file was last written to; undefined where there is none. */
export const changedAt = async (path: string): Promise<Date | undefined> => {
  try {
    return (await stat(path)).mtime
  } catch {
    return undefined
  }
}

export const makeFolders = async (sharedDir: string): Promise<void> => {
  await mkdir(uploadFolder(sharedDir), { recursive: true, mode: 0o700 })
}

export const removeRasterFiles = async (sharedDir: string, fileName: string): Promise<void> => {
  for (const picture of ['own', ...RELIEFS] as const) {
    const path = picturePath(sharedDir, fileName, picture)
    await rm(path, { force: true })
    await rm(`${path}.part`, { force: true })
    // Files that an interrupted run left behind.
    for (let level = 0; level < 20; level++) await rm(`${path}.level${level}`, { force: true })
  }
}
