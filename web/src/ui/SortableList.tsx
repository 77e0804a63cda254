import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { IconGripVertical } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SortableList.module.css'

interface SortableListProps<Item> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
  readonly children: (item: Item) => ReactNode
  /** The ids in their new order; undefined where nothing may be moved. The list shows it at once. */
  readonly onSort: ((ids: string[]) => Promise<unknown>) | undefined
  readonly className?: string | undefined
}

/** A list whose items are put into another order by their handle: with the mouse, a finger, or space and the arrows. */
export function SortableList<Item>({ items, idOf, nameOf, children, onSort, className }: SortableListProps<Item>) {
  const { t } = useTranslation()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // What was just dropped, for as long as the server has not answered.
  const [dropped, setDropped] = useState<readonly string[] | null>(null)
  const ids = items.map(idOf)
  const order = dropped?.every(id => ids.includes(id)) === true && dropped.length === ids.length ? dropped : ids
  const byId = new Map(items.map(item => [idOf(item), item]))
  if (onSort === undefined)
    return (
      <ul className={[classes.list, className].filter(Boolean).join(' ')}>
        {items.map(item => (
          <li key={idOf(item)} className={classes.row}>
            {children(item)}
          </li>
        ))}
      </ul>
    )
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over === null || active.id === over.id) return
    const next = arrayMove([...order], order.indexOf(String(active.id)), order.indexOf(String(over.id)))
    setDropped(next)
    void onSort(next).finally(() => setDropped(null))
  }
  const nameOfId = (id: string | number): string => {
    const item = byId.get(String(id))
    return item === undefined ? '' : nameOf(item)
  }
  const placeOf = (id: string | number): number => order.indexOf(String(id)) + 1
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t('common.sort.how') },
        announcements: {
          onDragStart: ({ active }) => t('common.sort.taken', { name: nameOfId(active.id) }),
          onDragOver: ({ active, over }) =>
            over === null
              ? undefined
              : t('common.sort.over', { name: nameOfId(active.id), place: placeOf(over.id), count: order.length }),
          onDragEnd: ({ active, over }) =>
            t('common.sort.dropped', { name: nameOfId(active.id), place: placeOf((over ?? active).id) }),
          onDragCancel: ({ active }) => t('common.sort.cancelled', { name: nameOfId(active.id) }),
        },
      }}
    >
      <SortableContext items={[...order]} strategy={verticalListSortingStrategy}>
        <ul className={[classes.list, className].filter(Boolean).join(' ')}>
          {order.map(id => {
            const item = byId.get(id)
            return (
              item !== undefined && (
                <SortableRow key={id} id={id} label={t('common.sort.move', { name: nameOf(item) })}>
                  {children(item)}
                </SortableRow>
              )
            )
          })}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface SortableRowProps {
  readonly id: string
  readonly label: string
  readonly children: ReactNode
}

function SortableRow({ id, label, children }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  const style: CSSProperties = {
    ...(transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
    ...(transition === undefined ? {} : { transition }),
  }
  return (
    <li ref={setNodeRef} className={classes.row} style={style} data-dragging={isDragging || undefined}>
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={label}
      >
        <IconGripVertical size={20} stroke={1.75} aria-hidden />
      </button>
      {children}
    </li>
  )
}
