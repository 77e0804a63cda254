import { collect } from '../collect.ts'

/** What the screens say that are opened from there. */
export const strings = collect(
  import.meta.glob<object>(['../*/en.json', '!../{common,errors,login,map,notifications,shell}/en.json'], {
    eager: true,
    import: 'default',
  }),
)
