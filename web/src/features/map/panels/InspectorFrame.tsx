import { Menu } from '@mantine/core'
import { IconDots, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/index.ts'
import classes from './Inspector.module.css'

export interface Action {
  readonly label: string
  readonly icon: ReactNode
  readonly danger?: boolean
  readonly onPress: () => void
}

interface InspectorFrameProps {
  readonly title: string
  /** The kind of the object, in words. */
  readonly kind: string
  readonly pill?: ReactNode
  /** Colour of the bar beside the title. */
  readonly colour?: string
  /** Instead of a bar: a glyph on its colour. */
  readonly glyph?: ReactNode
  /** Rare actions, behind the dots. */
  readonly actions?: readonly Action[]
  /** The button that stops a machine: always in view, also in a long panel. */
  readonly stop?: ReactNode
  readonly footer?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Head, facts and main buttons of the selected object. */
export function InspectorFrame(props: InspectorFrameProps) {
  const { title, kind, pill, colour, glyph, actions = [], stop, footer, onClose, children } = props
  const { t } = useTranslation()
  return (
    <section className={classes.inspector} aria-label={title}>
      <header className={classes.head}>
        {glyph !== undefined ? (
          <span className={classes.badge} style={{ background: colour }}>
            {glyph}
          </span>
        ) : (
          colour !== undefined && <span className={classes.mark} style={{ background: colour }} />
        )}
        <div className={classes.names}>
          <h2 className={classes.title}>
            {title}
            {pill}
          </h2>
          <span className={classes.kind}>{kind}</span>
        </div>
        <div className={classes.buttons}>
          {actions.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <IconButton label={t('map.more', { title })}>
                  <IconDots size={20} />
                </IconButton>
              </Menu.Target>
              <Menu.Dropdown>
                {actions.map(action => (
                  <Menu.Item
                    key={action.label}
                    leftSection={action.icon}
                    onClick={action.onPress}
                    {...(action.danger === true ? { color: 'error' } : {})}
                  >
                    {action.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        </div>
      </header>
      <div className={classes.rest}>
        <div className={classes.body}>{children}</div>
        {stop !== undefined && <div className={classes.stopRow}>{stop}</div>}
        {footer !== undefined && <footer className={classes.footer}>{footer}</footer>}
      </div>
    </section>
  )
}

export interface Fact {
  readonly name: string
  readonly value: ReactNode
  readonly tone?: 'warn' | 'error' | undefined
}

const MOST_COLUMNS = 4

/** As many columns as leave the fewest gaps: five facts are three and two, not four and a lonely one. */
const columnsOf = (count: number): number => {
  if (count <= MOST_COLUMNS) return count
  const gaps = (columns: number): number => (columns - (count % columns)) % columns
  return gaps(MOST_COLUMNS) <= gaps(MOST_COLUMNS - 1) ? MOST_COLUMNS : MOST_COLUMNS - 1
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts} data-columns={columnsOf(facts.length)}>
      {facts.map(({ name, value, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-tone={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
