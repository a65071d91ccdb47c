import { create } from 'zustand'

/**
 * The tray of uploads and jobs in the frame. It is loaded once it is wanted: most people have no jobs.
 *
 * `opened`: whether its list is shown.
 */
export const useTray = create<{ wanted: boolean; opened: boolean }>(() => ({ wanted: false, opened: false }))

export const wantTray = () => useTray.setState({ wanted: true })
export const openTray = () => useTray.setState({ wanted: true, opened: true })
export const closeTray = () => useTray.setState({ opened: false })
export const forgetTray = () => useTray.setState({ wanted: false, opened: false })
