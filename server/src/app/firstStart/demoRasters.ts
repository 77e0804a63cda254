/** Draws the demo's pictures in a process of its own, after the first page can be shown. */
import { fork } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoCourse } from '@greensward/demo'
import { rasterFolder } from '../../features/rasters/index.ts'
import { addRaster } from '../../features/rasters/rasterStore.ts'
import type { Context } from '../../platform/context.ts'
import { claimed } from '../../platform/db/alone.ts'
import { programOptions } from '../../platform/threads/programOptions.ts'

const PROGRAM = fileURLToPath(new URL('./drawRasters.ts', import.meta.url))
const ATTRIBUTION = 'Drawn by rule for the demo course; not a photograph'

const filesOf = (photoPixelM: number) =>
  [
    { kind: 'orthophoto', fileName: 'orthophoto.tif', title: 'Demo course from above', metresPerPixel: photoPixelM },
    { kind: 'dem', fileName: 'dem.tif', title: 'Demo course, heights', metresPerPixel: 2 },
  ] as const

const list = async (ctx: Context, folder: string): Promise<void> => {
  const { west, south, east, north } = demoCourse().bounds
  for (const { kind, fileName, title, metresPerPixel } of filesOf(ctx.config.demoPixelM)) {
    const sizeBytes = statSync(join(folder, fileName)).size
    await addRaster(ctx.db, {
      kind,
      title,
      fileName,
      sizeBytes,
      attribution: ATTRIBUTION,
      bounds: [west, south, east, north],
      metresPerPixel,
      createdAt: ctx.clock.now(),
    })
  }
  ctx.events.emit('rasterAdded', {})
  ctx.live.publish('settings', 'changed', { subject: 'rasters' })
}

/**
 * @param begin when drawing may take a processor
 * @returns what ends the drawing early
 */
export const startDemoRasters = (ctx: Context, begin: Promise<void>): (() => void) => {
  const folder = rasterFolder(ctx.config.sharedDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fail = (error: unknown): void => ctx.log.warn({ err: error }, 'The demo pictures are not listed')
  if (filesOf(ctx.config.demoPixelM).every(({ fileName }) => existsSync(join(folder, fileName)))) {
    void list(ctx, folder).catch(fail)
    return () => undefined
  }
  const ending = new AbortController()
  void begin.then(() => claimed(ctx.db, 'demo rasters', () => draw(ctx, folder, ending.signal))).catch(fail)
  return () => ending.abort()
}

/** Resolves when they are drawn and listed, or the drawing is ended. */
const draw = (ctx: Context, folder: string, ending: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (ending.aborted) return resolve()
    const child = fork(PROGRAM, [folder, String(ctx.config.demoPixelM)], { ...programOptions(), stdio: 'inherit' })
    ending.addEventListener('abort', () => child.kill(), { once: true })
    // Drawing takes a core for some seconds; people and machines come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let reported = 0
    child.on('message', share => {
      const percent = Math.floor(Number(share) * 10) * 10
      if (percent <= reported) return
      reported = percent
      ctx.log.info(`Drawing the demo course from above: ${percent} %`)
    })
    child.once('error', reject)
    child.once('exit', code => {
      if (code === 0) list(ctx, folder).then(resolve, reject)
      else if (ending.aborted) resolve()
      else reject(new Error(`The drawing ended with code ${code}`))
    })
  })
