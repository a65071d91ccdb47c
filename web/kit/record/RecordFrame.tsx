import type { ReactNode } from 'react'
import { HeadLine } from '../page/HeadLine.tsx'
import { Page } from '../page/Page.tsx'
import { PageTabs, useTab } from '../page/PageTabs.tsx'
import classes from './RecordFrame.module.css'

/**
 * The page of one record: its name, state and actions in one line, what people look up most below it, and the rest in
 * tabs that the address names. A tab without content is left out by its page.
 */
export function RecordFrame({ title, state, actions, facts = [], tabs = [], children }: Props) {
  const names = tabs.map(({ name }) => name)
  const [tab, setTab] = useTab(names)
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
  return (
    <Page title={title} width="record" state={state} actions={actions}>
      {known.length > 0 && (
        <dl className={classes.facts}>
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      {tabs.length > 1 && (
        <PageTabs
          tabs={names}
          tab={tab}
          setTab={setTab}
          label={(name) => tabs.find((each) => each.name === name)!.label}
        />
      )}
      {/* The list of a tab has its own line. */}
      <HeadLine value={undefined}>{tabs.find(({ name }) => name === tab)?.show()}</HeadLine>
    </Page>
  )
}

export type RecordTab = { name: string; label: string; show: () => ReactNode }
type Props = {
  title: string
  /** In what state it is, beside the title. */
  state?: ReactNode
  /** Its buttons: one is filled at most. */
  actions?: ReactNode
  /** Those without a value are not shown. */
  facts?: (readonly [name: string, value: ReactNode])[]
  /** The first is shown unless the address names another. */
  tabs?: RecordTab[]
  /** Above the tabs, such as what must be known first. */
  children?: ReactNode
}
