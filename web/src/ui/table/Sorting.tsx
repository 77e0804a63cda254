import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DraggableAttributes,
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
import { type CSSProperties, createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SortableList.module.css'

interface SortingProps<Item> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
  /** The ids in their new order, shown at once. */
  readonly onSort: (ids: string[]) => Promise<unknown>
  readonly children: (ordered: readonly Item[]) => ReactNode
}

/** Things that are put into another order by their handles: with the mouse, a finger, or space and the arrows. */
export function Sorting<Item>({ items, idOf, nameOf, onSort, children }: SortingProps<Item>) {
  const { t } = useTranslation()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // The order after the drop, until the server answers.
  const [dropped, setDropped] = useState<readonly string[] | null>(null)
  const ids = items.map(idOf)
  const order = dropped?.every(id => ids.includes(id)) === true && dropped.length === ids.length ? dropped : ids
  const byId = new Map(items.map(item => [idOf(item), item]))
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
        {children(order.flatMap(id => byId.get(id) ?? []))}
      </SortableContext>
    </DndContext>
  )
}

interface Grip {
  readonly attributes: DraggableAttributes
  readonly listeners: ReturnType<typeof useSortable>['listeners']
  readonly setActivatorNodeRef: (element: HTMLElement | null) => void
}
const GripContext = createContext<Grip | null>(null)

interface SortedThingProps {
  readonly id: string
  readonly as: 'li' | 'tr'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** One row, with its handle inside. */
export function SortedThing({ id, as: Element, className, children }: SortedThingProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  const style: CSSProperties = {
    ...(transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
    ...(transition === undefined ? {} : { transition }),
  }
  return (
    <GripContext value={{ attributes, listeners, setActivatorNodeRef }}>
      <Element
        ref={setNodeRef}
        className={[classes.sorted, className].filter(Boolean).join(' ')}
        style={style}
        data-dragging={isDragging || undefined}
      >
        {children}
      </Element>
    </GripContext>
  )
}

/** The handle that moves a row. */
export function SortHandle({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const grip = useContext(GripContext)
  return (
    <button
      type="button"
      ref={grip?.setActivatorNodeRef}
      className={classes.handle}
      {...grip?.attributes}
      {...grip?.listeners}
      aria-label={t('common.sort.move', { name })}
    >
      <IconGripVertical size={20} stroke={1.75} aria-hidden />
    </button>
  )
}
