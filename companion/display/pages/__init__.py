"""The pages, one a file; each draws one kind of view."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.display.drawing.board import draw_labels
from companion.display.drawing.canvas import Canvas
from companion.display.pages import (
    about,
    attract,
    board_step,
    calibration,
    camera,
    camera_step,
    choose_game,
    closing,
    correct,
    devices_step,
    dice_audit,
    ending,
    game_step,
    games,
    hours,
    insight,
    language_step,
    languages,
    not_so,
    number,
    offer,
    out_of_order,
    passed,
    pause,
    pin,
    play,
    resume,
    rules,
    screen_step,
    seal,
    set_up,
    setting_up,
    settings,
    sound,
    staff,
    still_there,
    texts,
    throw_off,
    today,
    welcome,
    won,
)
from companion.interface import setting_up as steps
from companion.interface import views

# A page draws only its own kind of view, which is what the table says.
_PAGES: Mapping[type[views.View], Callable[[Canvas, Any], None]] = {
    views.WelcomeView: welcome.draw,
    views.AttractView: attract.draw,
    views.LanguagesView: languages.draw,
    views.GamesView: games.draw,
    views.ChooseGameView: choose_game.draw,
    views.SetUpView: set_up.draw,
    views.ThrowOffView: throw_off.draw,
    views.PlayView: play.draw,
    views.NotSoView: not_so.draw,
    views.PassView: passed.draw,
    views.WonView: won.draw,
    views.InsightView: insight.draw,
    views.SealView: seal.draw,
    views.NumberView: number.draw,
    views.RulesView: rules.draw,
    views.PauseView: pause.draw,
    views.EndingView: ending.draw,
    views.StillThereView: still_there.draw,
    views.ClosingView: closing.draw,
    views.ClosedView: closing.draw_closed,
    views.ResumeView: resume.draw,
    views.CorrectView: correct.draw,
    views.PinView: pin.draw,
    views.StaffView: staff.draw,
    views.SettingsView: settings.draw,
    views.SoundView: sound.draw,
    views.OfferView: offer.draw,
    views.TextsView: texts.draw,
    views.PreviewView: texts.draw_preview,
    views.AboutBoardView: texts.draw_about_board,
    views.HoursView: hours.draw,
    views.DayView: hours.draw_day,
    views.ClosedDaysView: hours.draw_closed_days,
    views.TodayView: today.draw,
    views.AboutView: about.draw,
    views.CalibrationView: calibration.draw,
    views.CameraView: camera.draw,
    views.DiceAuditView: dice_audit.draw,
    steps.SettingUpView: setting_up.draw,
    steps.LanguageStepView: language_step.draw,
    steps.ScreenStepView: screen_step.draw,
    steps.CameraStepView: camera_step.draw,
    steps.DevicesStepView: devices_step.draw,
    steps.BoardStepView: board_step.draw,
    steps.GameStepView: game_step.draw,
    views.OutOfOrderView: out_of_order.draw,
}


def draw_page(canvas: Canvas, view: views.View) -> None:
    """Draw the page of a view onto an empty canvas."""
    _PAGES[type(view)](canvas, view)
    draw_labels(canvas)
