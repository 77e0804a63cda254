/** A file becomes a draft, and a draft becomes a change of the map. */
import { lateCalls } from '@greensward/contract/late'
import { type Route, route } from '../../platform/http/route.ts'
import { diffOfDraft } from './applyImport.ts'
import type { ChangePorts } from './changeCourse.ts'
import type { Imports } from './imports.ts'
import { CHANGE_BYTES, makeChangeOfOlderMap, refuseForeignKinds } from './requestedChange.ts'
import { signNotes } from './signNotes.ts'

/** Around an answer that is JSON already. */
const [OPENING, CLOSING] = [Buffer.from('{"code":200,"result":'), Buffer.from('}')]

export const importRoutes = (ports: ChangePorts, imports: Imports): readonly Route[] => {
  const { ctx, course } = ports
  return [
    route(
      lateCalls.imports.create,
      async ({ request, reply, user }) => {
        const preview = await imports.read(request, reply, user)
        if (ctx.config.checkAnswers) lateCalls.imports.create.result.parse(JSON.parse(Buffer.from(preview).toString()))
        reply.type('application/json; charset=utf-8')
        return reply.send(Buffer.concat([OPENING, preview, CLOSING])) as never
      },
      { multipart: true, bare: true },
    ),

    route(lateCalls.imports.apply, async ({ params, body, user, write }) => {
      const now = ctx.clock.now().toISOString()
      return makeChangeOfOlderMap(ports, {
        label: body.label,
        diff: async tx => {
          const order = { id: params.id, user, choice: body }
          const diff = await diffOfDraft({ ctx, course, mostBytes: CHANGE_BYTES }, tx, order)
          refuseForeignKinds(user, diff)
          return signNotes(diff, { author: user.fullname, time: now })
        },
        user,
        write,
      })
    }),
  ]
}
