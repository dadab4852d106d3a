"""The line of chips below the box: how the query was understood, and what limits it, each to be changed or taken away."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from desktop.domain.document import Facets
from desktop.domain.intent import Intent
from desktop.domain.passage import Filters, Mode, Query, SearchResult
from desktop.ui.models.steering import Offer, begins_anew, offers, without_other_names
from desktop.ui.widgets.chip import Chip
from desktop.ui.widgets.filter_menu import FilterMenu
from desktop.ui.widgets.flow_layout import FlowLayout
from desktop.ui.widgets.intent_chip import IntentChip


class SteeringBar(QWidget):
    """Holds everything about a query but its words; `changed` says that the person changed something of it.

    It takes no room while there is nothing to say; `add`, the button that adds a filter, is for the pane to place.
    """

    changed = Signal()
    document_wanted = Signal()
    period_wanted = Signal()

    def __init__(self, query: Query, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = query
        self._case = ""
        self._result: SearchResult | None = None
        self._titles: dict[str, str] = {}
        self._offers: dict[str, Offer] = {}
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.intent = IntentChip()
        self.intent.chosen.connect(self.choose_intent)
        self.spellings = _switch("Any spelling", "Find an indicator however it is defanged: evil[.]com, hxxp://, 1(.)2…")
        self.spellings.toggled.connect(self._choose_spellings)
        self.typed_names_only = QToolButton()
        self.typed_names_only.setText("Typed names only")
        self.typed_names_only.setToolTip("Look for no other names of anything in the query")
        self.typed_names_only.clicked.connect(self._refuse_other_names)
        self.add = QToolButton()
        self.add.setText("+ Filter")
        self.add.setToolTip("Limit the search to some documents (Ctrl+L)")
        self.add.setAccessibleName("Add a filter")
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.filters = FilterMenu(self.add)
        self.filters.changed.connect(self.limit)
        self.filters.period_wanted.connect(self.period_wanted)
        self.filters.document_wanted.connect(self.document_wanted)
        self.add.setMenu(self.filters)
        for each in (self.typed_names_only, self.add):
            each.setProperty("role", "link")
        self._line = FlowLayout(self)
        for each in (self.intent, self.typed_names_only, self.spellings):
            self._line.addWidget(each)
        self._show()

    # --- the query

    @property
    def query(self) -> Query:
        """The query as it is steered, within the case."""
        return replace(self._query, filters=self._in_case(self._query.filters))

    def scope_to(self, case: str) -> None:
        """Search only what carries the tag of this case, beside all that is chosen here; everything if it is empty."""
        if case != self._case:
            self._case, self._result = case, None
            self._query = replace(self._query, filters=self._beside_case(self._query.filters))
            self._show()
            self.changed.emit()

    def take_text(self, text: str, mode: Mode) -> None:
        """The words or the mode changed: what was chosen for another query goes."""
        query = self._query
        if begins_anew(query.text, text):
            query = replace(query, intent=None, unwidened=frozenset())
            self._result = None
        self._query = replace(query, text=text, mode=mode)
        self._show()

    def take_query(self, query: Query, titles: dict[str, str] | None = None) -> None:
        """Steer by another query, as it was kept; `titles` names the documents it is limited to."""
        self._titles |= titles or {}
        self._query, self._result = replace(query, filters=self._beside_case(query.filters)), None
        self._show()

    def show_result(self, result: SearchResult | None) -> None:
        """Show how the query was understood."""
        self._result = result
        self._titles |= {hit.document_id: hit.title for hit in (result.hits if result else ())}
        self._show()

    def show_facets(self, facets: Facets) -> None:
        """Tags and formats to offer as filters."""
        self.filters.show_facets(facets)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips that stand in the line."""
        return tuple(each for at in range(self._line.count()) if isinstance(each := self._widget(at), Chip))

    # --- what the person changes

    @Slot(object)
    def choose_intent(self, intent: Intent | None) -> None:
        """Take the query as this kind of question; None lets its words decide."""
        self._change(replace(self._query, intent=intent))

    @Slot(object)
    def limit(self, filters: Filters) -> None:
        """Search only documents that pass these filters."""
        self._change(replace(self._query, filters=self._beside_case(filters)))

    def limit_to_document(self, document_id: str, title: str) -> None:
        """Search one more document, or, where none was named yet, only this one."""
        self._titles[document_id] = title
        documents = tuple(dict.fromkeys((*self._query.filters.documents, document_id)))
        self.limit(replace(self._query.filters, documents=documents))

    def steer(self, query: Query) -> None:
        """Take everything but the words of a query, and say so."""
        filters = self._beside_case(query.filters)
        self._change(replace(query, text=self._query.text, mode=self._query.mode, filters=filters))

    @Slot()
    def open_intents(self) -> None:
        """Open the choice of intents, where there is one."""
        if self.intent.isVisible():
            self.intent.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.intent.showMenu()

    @Slot()
    def open_filters(self) -> None:
        """Open the menu of filters."""
        self.add.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.add.showMenu()

    # --- inside

    def _in_case(self, filters: Filters) -> Filters:
        return replace(filters, tags=(self._case, *filters.tags)) if self._case else filters

    def _beside_case(self, filters: Filters) -> Filters:
        """The filters but for the case, which is chosen elsewhere and shown there."""
        return replace(filters, tags=tuple(tag for tag in filters.tags if tag != self._case))

    @Slot(str)
    def _press(self, key: str) -> None:
        if self._offers[key].removing:
            chip = next(each for each in self.chips if each.key == key)
            self.menu_of(key).popup(chip.mapToGlobal(chip.rect().bottomLeft()))

    def _change(self, query: Query) -> None:
        if query != self._query:
            self._query = query
            self._show()
            self.changed.emit()

    def _show(self) -> None:
        query, result = self._query, self._result
        found = result.intent if result and query.mode is Mode.BLENDED and query.text.strip() else None
        self.intent.setVisible(found is not None)
        if found:
            self.intent.show_intent(replace(found, intent=query.intent or found.intent), chosen=query.intent is not None)
        self.spellings.setVisible(query.mode is Mode.GREP)
        self.spellings.blockSignals(True)
        self.spellings.setChecked(query.any_spelling)
        self.spellings.blockSignals(False)
        self.typed_names_only.setVisible(bool(result and len(result.expansions) > 1))
        self.filters.show_filters(query.filters)
        self._show_chips({each.key: each for each in offers(query, result, self._titles)})
        self.setVisible(bool(found or self._offers or query.mode is Mode.GREP))

    def _show_chips(self, wanted: dict[str, Offer]) -> None:
        """Put chips into the line; where nothing changed they stay, and whoever stood on one that went stands on the next."""
        faces = {key: (each.words, each.tip) for key, each in wanted.items()}
        same = faces == {key: (each.words, each.tip) for key, each in self._offers.items()}
        self._offers = wanted
        if same:
            return
        stood = next((at for at, chip in enumerate(self.chips) if chip.button.hasFocus()), None)
        for chip in self.chips:
            self._line.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for offer in wanted.values():
            chip = Chip(offer.key, offer.words, offer.tip, removable=offer.removing)
            chip.pressed.connect(self._press)
            chip.removed.connect(self._remove)
            self._line.insert_widget(self._line.place_of(self.typed_names_only), chip)
            chip.show()
        if stood is not None:
            left = self.chips
            (left[min(stood, len(left) - 1)].button if left else self.add).setFocus(Qt.FocusReason.OtherFocusReason)

    def menu_of(self, key: str) -> QMenu:
        """What a chip stands for, and what can be done about it."""
        offer, menu = self._offers[key], QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in offer.names:
            menu.addAction(name.replace("&", "&&")).setEnabled(False)
        if offer.names:
            menu.addSeparator()
        removing = menu.addAction(offer.removing.replace("&", "&&"))
        removing.setData(key)
        menu.triggered.connect(self._remove_by)
        return menu

    @Slot(QAction)
    def _remove_by(self, action: QAction) -> None:
        self._remove(action.data())

    @Slot(str)
    def _remove(self, key: str) -> None:
        without = self._offers[key].without
        if without is not None:
            self._change(without)

    @Slot()
    def _refuse_other_names(self) -> None:
        if self._result:
            self._change(without_other_names(self._query, self._result))

    @Slot(bool)
    def _choose_spellings(self, any_spelling: bool) -> None:
        self._change(replace(self._query, any_spelling=any_spelling))

    def _widget(self, at: int) -> QWidget | None:
        item = self._line.itemAt(at)
        return item.widget() if item else None


def _switch(words: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(words)
    button.setToolTip(tip)
    button.setCheckable(True)
    button.setProperty("role", "chip")
    return button
