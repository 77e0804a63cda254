import type { CourseFeature } from '@greensward/domain'
import type { MapEditor } from '../../shared/course/mapEditor.ts'
import { type ChangePorts, lockedMap } from './changeCourse.ts'
import { mayEditKind } from './changeRights.ts'
import { announcedChange, refuseForeignKinds } from './requestedChange.ts'
import { signNotes } from './signNotes.ts'

export const createMapEditor = (ports: ChangePorts): MapEditor => ({
  mayEdit: mayEditKind,
  edit: async (user, write, make) => {
    let after: readonly CourseFeature[] = []
    await announcedChange<unknown>(
      ports,
      write,
      async tx => {
        const { features } = await lockedMap(ports.course, tx)
        const made = await make(tx, features)
        const now = ports.ctx.clock.now().toISOString()
        const diff = signNotes(made.diff, { author: user.fullname, time: now })
        refuseForeignKinds(user, diff)
        return { label: made.label, diff, user }
      },
      ({ features }) => {
        after = features
        return {}
      },
    )
    return after
  },
})
