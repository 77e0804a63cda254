/** Makes rasters from complete uploads and draws the pictures of elevation models, one after the other. */

import { rm } from 'node:fs/promises'
import type { RasterUpload } from '@greensward/contract'
import { englishText } from '@greensward/messages/english'
import type { Context } from '../../platform/context.ts'
import { claimed } from '../../platform/db/alone.ts'
import { picturePath, removeRasterFiles, sizeOf, uploadPath } from './rasterFiles.ts'
import {
  addRaster,
  changeRaster,
  changeUpload,
  findUpload,
  rastersWithoutReliefs,
  type UploadRow,
} from './rasterStore.ts'
import type { RasterWorks } from './rasterWorks.ts'

/** The upload stays in the list with its fault, its file goes. */
export const failUpload = async (
  ctx: Context,
  id: string,
  fault: NonNullable<RasterUpload['fault']>,
): Promise<void> => {
  await changeUpload(ctx.db, id, { state: 'failed', fault })
  await rm(uploadPath(ctx.config.sharedDir, id), { force: true })
}

export class RasterQueue {
  readonly #ctx: Context
  readonly #works: RasterWorks
  /** Uploads and elevation models that wait for their turn here, or are being made. */
  readonly #begun = new Set<string>()
  /** Models whose pictures could not be drawn: another try would end as the first did. */
  readonly #undrawable = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()
  #isStopped = false

  constructor(ctx: Context, works: RasterWorks) {
    this.#ctx = ctx
    this.#works = works
  }

  /** Makes the raster of a complete upload when its turn comes. */
  begin({ id }: UploadRow): void {
    this.#inTurn(id, async () => {
      // Cancelled, or made by another server, while it waited.
      const row = await findUpload(this.#ctx.db, id)
      if (row?.state === 'waiting' || row?.state === 'working') await this.#make(row)
    })
  }

  /** Draws the pictures of every elevation model that has none yet. */
  async drawReliefs(): Promise<void> {
    for (const row of await rastersWithoutReliefs(this.#ctx.db))
      if (!this.#undrawable.has(row.id)) this.#inTurn(row.id, () => this.#draw(row))
  }

  /** Ends the work under way; what waits is left to the next server. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#works.stop()
    await this.#turn
  }

  /** One after the other here, and each on one server alone: all of them would write the same files. */
  #inTurn(id: string, work: () => Promise<void>): void {
    if (this.#begun.has(id)) return
    this.#begun.add(id)
    this.#turn = this.#turn
      .then(async () => {
        if (!this.#isStopped) await claimed(this.#ctx.db, `raster ${id}`, work)
      })
      .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'A raster was not made'))
      .finally(() => this.#begun.delete(id))
  }

  async #make({ id, kind, title, attribution, takenOn }: UploadRow): Promise<void> {
    const fileName = `${id}.tif`
    const order = {
      source: { path: uploadPath(this.#ctx.config.sharedDir, id), kind, description: title },
      raster: picturePath(this.#ctx.config.sharedDir, fileName, 'own'),
      ...(kind === 'dem' ? { reliefs: this.#reliefsOf(fileName) } : {}),
    }
    const outcome = await this.#works.run(id, order, () => {
      void changeUpload(this.#ctx.db, id, { state: 'working' })
        .then(() => this.#announce())
        .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'The state of an upload was not stored'))
    })
    if (!outcome.ok) {
      await removeRasterFiles(this.#ctx.config.sharedDir, fileName)
      // Cancelled by its sender, or the server ends: the next one starts it again.
      if (outcome.fault !== null) await failUpload(this.#ctx, id, outcome.fault)
    } else if (outcome.raster !== null) {
      const { sizeBytes, bounds, metresPerPixel, accuracyM } = outcome.raster
      const isWanted = await this.#ctx.db.transaction(async tx => {
        const upload = await changeUpload(tx, id, { state: 'done' })
        if (upload === undefined) return false
        const rasterId = await addRaster(tx, {
          kind,
          title,
          attribution,
          takenOn,
          fileName,
          sizeBytes,
          bounds: [...bounds],
          metresPerPixel,
          accuracyM,
          hasReliefs: kind === 'dem',
          createdAt: this.#ctx.clock.now(),
        })
        await changeUpload(tx, id, { rasterId: rasterId ?? null })
        return true
      })
      // Cancelled while its last line was written.
      if (!isWanted) await removeRasterFiles(this.#ctx.config.sharedDir, fileName)
      await rm(uploadPath(this.#ctx.config.sharedDir, id), { force: true })
    }
    this.#announce()
  }

  async #draw({ id, fileName }: { readonly id: string; readonly fileName: string }): Promise<void> {
    const raster = picturePath(this.#ctx.config.sharedDir, fileName, 'own')
    if ((await sizeOf(raster)) === undefined) {
      this.#undrawable.add(id)
      return
    }
    const outcome = await this.#works.run(id, { raster, reliefs: this.#reliefsOf(fileName) }, () => undefined)
    if (!outcome.ok) {
      if (outcome.fault === null) return
      this.#undrawable.add(id)
      this.#ctx.log.warn(
        { fault: outcome.fault, why: englishText(outcome.fault) },
        'The pictures of a model were not drawn',
      )
      return
    }
    // Deleted in the meantime: its drawings are removed, too.
    if ((await changeRaster(this.#ctx.db, id, { hasReliefs: true })) === undefined)
      await removeRasterFiles(this.#ctx.config.sharedDir, fileName)
    this.#announce()
  }

  #reliefsOf(fileName: string) {
    const { sharedDir } = this.#ctx.config
    return {
      hillshade: picturePath(sharedDir, fileName, 'hillshade'),
      slope: picturePath(sharedDir, fileName, 'slope'),
    }
  }

  #announce(): void {
    this.#ctx.live.publish('settings', 'changed', { subject: 'rasters' })
  }
}
