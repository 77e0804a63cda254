import { collect } from '../collect.ts'

/** What the screens say that are opened from there. */
export const strings = collect(
  import.meta.glob<object>(['../*/de.json', '!../{common,errors,login,map,notifications,shell}/de.json'], {
    eager: true,
    import: 'default',
  }),
)
