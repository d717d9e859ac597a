// No WebRTC here: who imports these finds that the platform has none.
export const RTCPeerConnection = undefined
export const RTCSessionDescription = undefined
export const RTCIceCandidate = undefined
export const RTCDataChannel = undefined
