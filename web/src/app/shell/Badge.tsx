import classes from './Badge.module.css'

/** A small count at the corner of an icon; the icon's label names the counted objects. */
export function Badge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.badge} aria-hidden>
      {count > 99 ? '99+' : count}
    </span>
  )
}
