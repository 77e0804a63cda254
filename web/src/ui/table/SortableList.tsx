import type { ReactNode } from 'react'
import classes from './SortableList.module.css'
import { SortedThing, SortHandle, Sorting } from './Sorting.tsx'

interface SortableListProps<Item> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
  readonly children: (item: Item) => ReactNode
  /** Undefined where nothing may be moved. */
  readonly onSort: ((ids: string[]) => Promise<unknown>) | undefined
}

/** A list whose items are put into another order by their handles. */
export function SortableList<Item>({ items, idOf, nameOf, children, onSort }: SortableListProps<Item>) {
  if (onSort === undefined)
    return (
      <ul className={classes.list}>
        {items.map(item => (
          <li key={idOf(item)} className={classes.row}>
            {children(item)}
          </li>
        ))}
      </ul>
    )
  return (
    <Sorting items={items} idOf={idOf} nameOf={nameOf} onSort={onSort}>
      {ordered => (
        <ul className={classes.list}>
          {ordered.map(item => (
            <SortedThing key={idOf(item)} id={idOf(item)} as="li" className={classes.row}>
              <SortHandle name={nameOf(item)} />
              {children(item)}
            </SortedThing>
          ))}
        </ul>
      )}
    </Sorting>
  )
}
