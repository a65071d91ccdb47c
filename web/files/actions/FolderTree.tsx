import { Tree, type TreeNodeData, useTree } from '@mantine/core'
import { IconChevronRight, IconFolder } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo } from 'react'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { FolderNode } from '../kit/folderTree.ts'
import classes from './FolderTree.module.css'

/** Folders to choose one from. Arrows move and open, Enter and Space choose. */
export function FolderTree({ label, nodes, opened, selected, onSelect }: Props) {
  const data = useMemo(() => nodes.map(dataOf), [nodes])
  const tree = useTree({
    initialExpandedState: Object.fromEntries(opened.map((value) => [value, true])),
    selectedState: selected === null ? [] : [selected],
    onSelectedStateChange: ([value]) => value !== undefined && onSelect(value),
  })
  const choose = (event: KeyboardEvent) => {
    const { value } = (event.target as HTMLElement).dataset
    if (!value || !['Enter', ' '].includes(event.key)) return
    // Enter would send the form.
    event.preventDefault()
    tree.select(value)
  }
  return (
    <Tree
      className={classes.tree}
      aria-label={label}
      data={data}
      tree={tree}
      selectOnClick
      expandOnClick={false}
      expandOnSpace={false}
      allowRangeSelection={false}
      onKeyDown={choose}
      renderNode={({ node, expanded, hasChildren, elementProps }) => (
        <div {...elementProps} className={`${elementProps.className} ${classes.node}`}>
          {/* The keyboard has the arrows. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          <span
            className={classes.chevron}
            data-expanded={expanded || undefined}
            onClick={(event) => {
              if (!hasChildren) return
              event.stopPropagation()
              tree.toggleExpanded(node.value)
            }}
          >
            {hasChildren && <Icon of={IconChevronRight} />}
          </span>
          <Icon of={IconFolder} />
          <span className={classes.name}>{node.label}</span>
        </div>
      )}
    />
  )
}

const dataOf = ({ id, name, children }: TreeNode): TreeNodeData => ({
  value: String(id),
  label: name,
  ...(children.length > 0 && { children: children.map(dataOf) }),
})

/** A folder, or the organisation's root. */
export type TreeNode = Omit<FolderNode, 'id' | 'children'> & { id: number | string; children: TreeNode[] }

type Props = {
  label: string
  nodes: TreeNode[]
  /** Which show their folders at first. */
  opened: string[]
  selected: string | null
  onSelect: (value: string) => void
}
