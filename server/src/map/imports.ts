/** What a file would become on the map: read in a thread of its own, so that a large or hostile one holds nothing up. */
import { importOptions } from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import { refuse } from '../http/refusal.ts'
import type { Upload } from '../http/upload.ts'
import { readZoneTypes } from '../missionLife/machinesStore.ts'
import { createThreadPool, ThreadCrash, ThreadTimeout } from '../threads/threadPool.ts'
import type { ImportAnswer, ImportInput } from './importThread.ts'

const optionsOf = (text: string | undefined): ImportInput['options'] => {
  if (text === undefined) return importOptions.parse({})
  try {
    const read = importOptions.safeParse(JSON.parse(text))
    if (read.success) return read.data
    const issue = read.error.issues[0]
    const field = ['body.options', ...(issue?.path ?? [])].join('.')
    return refuse('invalid', undefined, { fields: { [field]: issue?.message ?? 'is not acceptable' } })
  } catch (error) {
    if (error instanceof SyntaxError) return refuse('invalid', undefined, { fields: { 'body.options': 'is no JSON' } })
    throw error
  }
}

export interface Imports {
  /** @throws Refusal importRefused, which names the reason and where it can the line */
  preview(upload: Upload, author: string): Promise<ImportPreview>
  close(): Promise<void>
}

export const createImports = (ctx: Context, course: CurrentCourse): Imports => {
  const pool = createThreadPool<ImportInput, ImportAnswer>({
    script: new URL('./importThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 1_536,
  })

  const read = async (input: ImportInput): Promise<ImportAnswer> => {
    try {
      return await pool.run(input, { transfer: [input.bytes] })
    } catch (error) {
      if (error instanceof ThreadTimeout)
        return { ok: false, error: { reason: 'tooSlow', message: 'The file takes too long to read' } }
      if (error instanceof ThreadCrash) {
        ctx.log.warn({ err: error }, 'An import ended its thread')
        return { ok: false, error: { reason: 'tooLarge', message: 'The file needs too much memory to read' } }
      }
      throw error
    }
  }

  return {
    preview: async ({ data, fields }, author) => {
      const options = optionsOf(fields.options)
      const noteBy = { author, time: ctx.clock.now().toISOString() }
      const zoneTypes = await readZoneTypes(ctx.db)
      const { features } = await course.read()
      // A copy of exactly these bytes: the buffer behind the upload may be shared, and it moves to the thread.
      const bytes = new Uint8Array(data).buffer
      const answer = await read({ bytes, options, zoneTypes, today: features, noteBy })
      if (answer.ok) return answer.value
      return refuse('importRefused', answer.error.message, { details: answer.error })
    },
    close: () => pool.close(),
  }
}
