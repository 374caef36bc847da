-- Moves a hundred members' progress back to the table that 0.2.0 reads. Repeatable (docs/runbook.md, "progress-back").
INSERT INTO progress (member_id, content_id, audio_completed, video_completed, total_watched, audio_progress, video_progress,
  audio_position, video_position, playback, sequence, position_at, epoch, completed_date, updated_at)
SELECT p.*, coalesce(p.position_at, 0) FROM progress_in_words p
WHERE member_id IN (SELECT DISTINCT member_id FROM member_progress ORDER BY member_id LIMIT 100)
ON CONFLICT (member_id, content_id) DO UPDATE SET
  audio_completed = max(audio_completed, excluded.audio_completed),
  video_completed = max(video_completed, excluded.video_completed),
  total_watched = max(total_watched, excluded.total_watched),
  completed_date = coalesce(excluded.completed_date, completed_date),
  audio_progress = max(audio_progress, excluded.audio_progress),
  video_progress = max(video_progress, excluded.video_progress),
  audio_position = iif(position_at >= excluded.position_at, audio_position, excluded.audio_position),
  video_position = iif(position_at >= excluded.position_at, video_position, excluded.video_position),
  position_at = max(coalesce(position_at, 0), coalesce(excluded.position_at, 0)),
  playback = max(playback, excluded.playback) + 1,
  epoch = max(epoch, excluded.epoch);

DELETE FROM member_progress
WHERE member_id IN (SELECT DISTINCT member_id FROM member_progress ORDER BY member_id LIMIT 100);
