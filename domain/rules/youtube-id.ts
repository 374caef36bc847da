// Playlists and a channel's live stream are embedded under words that are as long as an id.
const YOUTUBE_ID = /^(?!videoseries$|live_stream$)[\w-]{11}$/;

/** Apart from the rest of what is known of video addresses: every page of the app loads it along with the table of paths. */
export function isYouTubeId(text: string): boolean {
  return YOUTUBE_ID.test(text);
}
