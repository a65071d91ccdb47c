import { create } from 'zustand'

export const useConnection = create<{ status: ConnectionStatus }>(() => ({ status: 'off' }))

export function setConnection(status: ConnectionStatus) {
  useConnection.setState({ status })
}

type ConnectionStatus = 'off' | 'connecting' | 'live' | 'lost'
