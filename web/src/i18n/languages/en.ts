import { refusals } from '@greensward/messages/errors/refusals.en'
import { collect } from '../collect.ts'

/** What the sign-in, the frame of every page and the map say. */
const { errors, ...others } = collect(
  import.meta.glob<object>('../{common,errors,login,map,shell}/en.json', {
    eager: true,
    import: 'default',
  }),
)
export const strings = {
  ...others,
  errors: { ...errors, codes: refusals },
}
