import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import classes from './PageTabs.module.css'

/** Tabs of a page; the current one is in the address. */
export function PageTabs<Name extends string>({ tabs, tab, setTab, label }: Props<Name>) {
  return (
    <Tabs value={tab} onChange={(value) => value && setTab(value as Name)} mb="xs">
      <Tabs.List className={classes.list}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {label(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

/** The first tab is the default. Changing tabs drops the query of the other tab's list. */
export function useTab<Name extends string>(tabs: readonly Name[]): [Name, (name: Name) => void] {
  const [params, setParams] = useSearchParams()
  const requested = params.get('tab') as Name
  const tab = tabs.includes(requested) ? requested : tabs[0]!
  const id = params.get('id')
  const setTab = (name: Name) => setParams({ ...(id && { id }), ...(name !== tabs[0] && { tab: name }) })
  return [tab, setTab]
}

type Props<Name extends string> = {
  tabs: readonly Name[]
  tab: Name
  setTab: (name: Name) => void
  label: (name: Name) => string
}
